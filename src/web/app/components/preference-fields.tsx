import type { JSX } from 'preact'
import type { Locale, WeightUnit } from '../../../../generated/operations/web-app.js'
import { languageNames, locales } from '../../shared/locales.js'
import { timezones } from '../data/preferences.js'
import { plural, t } from '../i18n.js'
import { Choice, Select } from './fields.js'

interface Props<Value> {
  value: Value
  onChange(value: Value): void
}

export const LanguageChoice = ({ value, onChange }: Props<Locale>): JSX.Element => (
  <Choice
    label={t('language')}
    options={locales.map(locale => [locale, languageNames[locale]])}
    value={value}
    onChange={onChange}
  />
)

export const WeightUnitChoice = ({ value, onChange }: Props<WeightUnit>): JSX.Element => (
  <Choice
    label={t('unit')}
    options={[
      ['KG', t('unit.KG')],
      ['LB', t('unit.LB')],
    ]}
    value={value}
    onChange={onChange}
  />
)

/** The number of training sessions a week. */
export const FrequencyChoice = ({ value, onChange }: Props<number>): JSX.Element => (
  <Choice
    label={t('frequency')}
    options={[1, 2, 3, 4, 5, 6, 7].map(count => [count, String(count), plural('sessions', count)])}
    value={value}
    onChange={onChange}
  />
)

export const TimezoneSelect = ({ value, onChange }: Props<string>): JSX.Element => (
  <Select
    label={t('timezone')}
    options={timezones.map(zone => [zone, zone.replaceAll('_', ' ')])}
    value={value}
    onChange={onChange}
  />
)
