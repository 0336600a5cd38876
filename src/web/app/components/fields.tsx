import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

interface TextProps {
  label: string
  value: string
  maxLength?: number
  inputMode?: 'decimal' | 'numeric'
  onChange(value: string): void
}

export const TextField = ({ label, value, maxLength, inputMode, onChange }: TextProps): JSX.Element => (
  <label>
    {label}
    <input
      maxLength={maxLength}
      inputMode={inputMode}
      value={value}
      onInput={event => onChange(event.currentTarget.value)}
    />
  </label>
)

interface DateProps {
  label: string
  /** A date such as `2026-01-31`; empty without one. */
  value: string
  /** The last date that can be chosen. */
  max?: string
  onChange(value: string): void
}

export const DateField = ({ label, value, max, onChange }: DateProps): JSX.Element => (
  <label>
    {label}
    <input type="date" max={max} value={value} onInput={event => onChange(event.currentTarget.value)} />
  </label>
)

interface SelectProps<Value> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  disabled?: boolean
  /** A text below the field. */
  hint?: string | null
  onChange(value: NoInfer<Value>): void
}

export const Select = <Value extends string | number | null>({
  label,
  value,
  options,
  disabled = false,
  hint = null,
  onChange,
}: SelectProps<Value>): JSX.Element => (
  <label>
    {label}
    <select
      value={String(value ?? '')}
      disabled={disabled}
      onChange={event => {
        const option = options[event.currentTarget.selectedIndex]
        if (option) onChange(option[0])
      }}
    >
      {options.map(([option, text]) => (
        <option key={option} value={String(option ?? '')}>
          {text}
        </option>
      ))}
    </select>
    {hint !== null && <span class="faint">{hint}</span>}
  </label>
)

interface ToggleProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

export const Toggle = ({ label, checked, disabled = false, onChange }: ToggleProps): JSX.Element => (
  <label class="toggle">
    <span>{label}</span>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  </label>
)

interface ChoiceProps<Value> {
  label: string
  /** The values with their texts and, where the text is short, a description for screen readers. */
  options: readonly (readonly [value: Value, text: string, description?: string])[]
  value: Value
  onChange(value: NoInfer<Value>): void
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
