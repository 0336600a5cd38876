import type { JSX } from 'preact'

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
      value={props.value ?? ''}
      onInput={({ currentTarget: { value } }) => props.onChange(value === '' ? null : Number(value))}
    />
  </label>
)
