import { isDeepStrictEqual } from 'node:util'
import type { Load } from '../../../lib/units.js'
import { personalFields, trainingFields } from './fields.js'
import type { Profile, ProfileChanges, TrainingChanges, UserProfile } from './models.js'
import { updateOnboarding, notOnboarded } from './onboarding.js'

/** The path of the changes in the request, and the time. */
interface ChangeContext {
  path: string
  now: Date
}

/** Returns the profile with the changes; the same training profile if nothing in it changes. @throws AppError BAD_USER_INPUT */
export function applyChanges<P extends Profile>(
  before: P,
  { profile, ...personalDetails }: Omit<ProfileChanges, 'username'>,
  context: ChangeContext,
): P {
  return {
    ...before,
    ...personalFields.applyChanges(before, personalDetails, `${context.path}.`),
    ...(profile === undefined ? {} : { profile: applyTrainingChanges(before.profile, profile, context) }),
  }
}

function applyTrainingChanges(
  before: UserProfile,
  changes: TrainingChanges | null,
  { path, now }: ChangeContext,
): UserProfile {
  const answers =
    changes === null
      ? trainingFields.defaults
      : trainingFields.applyChanges(before, changes, `${path}.profile.`)
  const after = {
    ...before,
    ...answers,
    ...(changes === null
      ? notOnboarded
      : updateOnboarding(before, changes.onboardingStatus, { answers, now })),
  }
  if (isDeepStrictEqual(after, before)) return before
  const weight = weightOf(after)
  const isSame = isDeepStrictEqual(weight, weightOf(before))
  return { ...after, manualWeight: isSame ? before.manualWeight : { weight, setAt: now }, updatedAt: now }
}

/** Returns null if the body weight is unknown. */
export const weightOf = ({ weight: value, weightUnit: unit }: UserProfile): Load | null =>
  value === null || unit === null ? null : { value, unit }
