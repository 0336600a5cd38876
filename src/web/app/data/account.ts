import { computed, effect } from '@preact/signals'
import type {
  AccountFieldsFragment,
  LengthUnit,
  UpdateProfileInput,
} from '../../../../generated/operations/web-app.js'
import { profileLocale } from '../i18n.js'
import { recordsOfType } from './records.js'
import { write } from './synchronization.js'

/** The account with the changes of the profile that were not sent. Null until it has arrived for the first time. */
export const account = computed<AccountFieldsFragment | null>(() => {
  const [local] = recordsOfType('PROFILE', 'updateProfile')
  if (local?.record?.__typename !== 'User') return null
  const stored: AccountFieldsFragment = local.record
  return local.pending.reduce<AccountFieldsFragment>((result, { updateProfile = {} }) => {
    const input: UpdateProfileInput = updateProfile
    const { profile, locale = result.locale, firstName = result.firstName } = input
    const { onboardingStatus, weightUnit, heightUnit, frequency } = { ...result.profile, ...profile }
    return {
      ...result,
      ...{ locale, firstName },
      profile: {
        onboardingStatus: onboardingStatus ?? 'NOT_STARTED',
        weightUnit: weightUnit ?? null,
        heightUnit: heightUnit ?? null,
        frequency: frequency ?? null,
      },
    }
  }, stored)
})

export const weightUnit = computed(() => account.value?.profile.weightUnit ?? 'KG')

/** The unit of girths: that of the height, if the profile has one, or the one that is usual with the unit of weights. */
export const lengthUnit = computed<LengthUnit>(() => {
  const heightUnit = account.value?.profile.heightUnit ?? (weightUnit.value === 'KG' ? 'CM' : 'IN')
  return heightUnit === 'CM' ? 'CM' : 'IN'
})

/** The language of the account; undefined without an account. */
const accountLocale = computed(() => account.value?.locale)
// After the end of a session, the sign-in stays in the language of the user.
effect(() => {
  if (accountLocale.value !== undefined) profileLocale.value = accountLocale.value
})

export const updateProfile = (input: UpdateProfileInput): Promise<void> => write({ updateProfile: input })
