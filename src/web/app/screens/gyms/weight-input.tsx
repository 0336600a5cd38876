import type { JSX } from 'preact'
import { useDraft } from '../../components/use-draft.js'
import { numberText, parseNumber } from '../../i18n.js'

/** Reads a weight. A text that is no number becomes a weight that the check of the gym refuses. */
export const toWeight = (text: string): number => parseNumber(text) ?? 0

interface Props {
  label: string
  value: number
  onChange(value: number): void
}

/** The field for the weight of a bar or of plates. */
export function WeightInput({ label, value, onChange }: Props): JSX.Element {
  const text = numberText(value)
  // The row shows another weight when one above it is removed.
  const input = useDraft<HTMLInputElement>(text)
  return (
    <input
      ref={input}
      class="quantity"
      aria-label={label}
      inputMode="decimal"
      defaultValue={text}
      onInput={event => onChange(toWeight(event.currentTarget.value))}
    />
  )
}
