import type { JSX } from 'preact'
import { t } from '../i18n.js'

interface TextProps {
  label: string
  /** Null if the field is empty. */
  value: string | null
  required?: boolean
  maxLength: number
  onChange(value: string | null): void
}

export const TextField = ({
  label,
  value,
  required = false,
  maxLength,
  onChange,
}: TextProps): JSX.Element => (
  <label>
    <span>{label}</span>
    <input
      required={required}
      maxLength={maxLength}
      value={value ?? ''}
      onInput={({ currentTarget: { value } }) => onChange(value === '' ? null : value)}
    />
  </label>
)

interface NumberProps {
  label: string
  /** Null if the field is empty. */
  value: number | null
  min: number
  max: number
  /** The distance between permitted values; 1 for whole numbers. */
  step?: number
  required?: boolean
  disabled?: boolean
  onChange(value: number | null): void
}

export const NumberField = (props: NumberProps): JSX.Element => (
  <label>
    <span>{props.label}</span>
    <input
      type="number"
      min={props.min}
      max={props.max}
      step={props.step ?? 1}
      required={props.required ?? false}
      disabled={props.disabled ?? false}
      value={props.value ?? ''}
      onInput={({ currentTarget: { value } }) => props.onChange(value === '' ? null : Number(value))}
    />
  </label>
)

interface CheckProps {
  label: string
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

export const CheckField = ({ label, checked, disabled = false, onChange }: CheckProps): JSX.Element => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={event => onChange(event.currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
)

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
        <CheckField
          key={value}
          label={text}
          checked={values.includes(value)}
          onChange={checked =>
            onChange(checked ? [...values, value] : values.filter(other => other !== value))
          }
        />
      ))}
    </fieldset>
  </details>
)
