import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Locale, WeightUnit } from '../../../../generated/operations/web-app.js'
import { Form } from '../components/form.js'
import {
  FrequencyChoice,
  LanguageChoice,
  TimezoneSelect,
  WeightUnitChoice,
} from '../components/preference-fields.js'
import { account, updateProfile } from '../data/account.js'
import { setTimezone, timezone } from '../data/preferences.js'
import { locale, profileLocale, t } from '../i18n.js'
import { shortName } from '../training/names.js'

/** Countries that use pounds. */
const poundCountries = /-(US|LR|MM)$/

/** Asks for what every screen depends on. Everything has an answer that can be kept. */
export function Onboarding(): JSX.Element {
  const [unit, setUnit] = useState<WeightUnit>(poundCountries.test(navigator.language) ? 'LB' : 'KG')
  const [frequency, setFrequency] = useState(3)
  const [zone, setZone] = useState(timezone.value)
  const name = account.value && shortName(account.value)
  const chooseLanguage = (value: Locale) => (profileLocale.value = value)
  return (
    <main class="onboarding">
      <h1>{name ? t('onboarding.title', { name }) : t('onboarding.titleWithoutName')}</h1>
      <p class="faint">{t('onboarding.text')}</p>
      <Form
        class="card form"
        onSubmit={() => {
          void setTimezone(zone)
          void updateProfile({
            locale: locale.value,
            profile: { weightUnit: unit, frequency, onboardingStatus: 'COMPLETED' },
          })
        }}
      >
        <LanguageChoice value={locale.value} onChange={chooseLanguage} />
        <WeightUnitChoice value={unit} onChange={setUnit} />
        <FrequencyChoice value={frequency} onChange={setFrequency} />
        <TimezoneSelect value={zone} onChange={setZone} />
        <button class="button wide">{t('onboarding.start')}</button>
      </Form>
    </main>
  )
}
