import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Search } from 'lucide'
import { Icon } from '../../shared/icon.js'
import { t } from '../i18n.js'

const searchDelay = 250

interface SearchProps {
  label: string
  onSearch(text: string): void
}

/** A search field that reports its text once the user pauses. */
export function SearchField({ label, onSearch }: SearchProps): JSX.Element {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), text === '' ? 0 : searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="search">
      <span class="hidden">{label}</span>
      <Icon of={Search} size={18} />
      <input
        type="search"
        placeholder={label}
        value={text}
        onInput={event => setText(event.currentTarget.value)}
      />
    </label>
  )
}

interface SelectProps<Value extends string> {
  label: string
  value: Value | null
  options: readonly (readonly [value: Value, text: string])[]
  /** The text of the choice that stands for null; without it, a value must be chosen. */
  none?: string
  disabled?: boolean
  onChange(value: NoInfer<Value> | null): void
}

export const Select = <Value extends string>(props: SelectProps<Value>): JSX.Element => (
  <label>
    <span>{props.label}</span>
    <select
      value={props.value ?? ''}
      disabled={props.disabled ?? false}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? null : (value as Value))}
    >
      {props.none !== undefined && <option value="">{props.none}</option>}
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

interface ChecksProps<Value extends string> {
  label: string
  values: readonly Value[]
  options: readonly (readonly [value: Value, text: string])[]
  onChange(values: Value[]): void
}

/** Check boxes for a list of values. A new value is added at the end. */
export const Checks = <Value extends string>({
  label,
  values,
  options,
  onChange,
}: ChecksProps<Value>): JSX.Element => (
  <details class="checks">
    <summary>
      <span>{label}</span>
      <small>
        {values.map(value => options.find(([option]) => option === value)?.[1]).join(', ') || t('none')}
      </small>
    </summary>
    <fieldset>
      <legend class="hidden">{label}</legend>
      {options.map(([value, text]) => (
        <label key={value} class="check">
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...values, value] : values.filter(other => other !== value))
            }
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  </details>
)
