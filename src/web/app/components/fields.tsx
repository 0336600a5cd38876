import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Locale, WeightUnit } from '../../../../generated/operations/web-app.js'
import { timezones } from '../data/preferences.js'
import { locales, t } from '../i18n.js'

interface ChoiceProps<Value> {
  label: string
  /** The values with their texts and, where the text is short, a description for screen readers. */
  options: readonly (readonly [value: Value, text: string, description?: string])[]
  value: Value
  onChange(value: Value): void
}

/** Radio buttons in a row. */
export function Choice<Value extends string | number>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Value>): JSX.Element {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div>
        {options.map(([option, text, description]) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              checked={option === value}
              aria-label={description}
              onChange={() => onChange(option)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The names of the languages in these languages. */
const languageNames: Record<Locale, string> = { en: 'English', de: 'Deutsch', es: 'Español' }

interface SelectProps<Value> {
  value: Value
  onChange(value: Value): void
}

export const LanguageSelect = ({ value, onChange }: SelectProps<Locale>): JSX.Element => (
  <Choice
    label={t('language')}
    options={locales.map(locale => [locale, languageNames[locale]])}
    value={value}
    onChange={onChange}
  />
)

export const WeightUnitChoice = ({ value, onChange }: SelectProps<WeightUnit>): JSX.Element => (
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

export const TimezoneSelect = ({ value, onChange }: SelectProps<string>): JSX.Element => (
  <label>
    {t('timezone')}
    <select value={value} onChange={event => onChange(event.currentTarget.value)}>
      {timezones.map(zone => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  </label>
)
