import type { JSX } from 'preact'
import { Check } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { columnText, previousText, textOf } from '../../components/figures.js'
import { SetTypeButton } from '../../components/set-type-button.js'
import { useDraft } from '../../components/use-draft.js'
import { weightUnit } from '../../data/account.js'
import { numberText, parseDuration, parseNumber, t } from '../../i18n.js'
import { suggestionFor, type Quantity, type Suggestion, type WorkoutSet } from '../../training/workout.js'

interface Props {
  set: WorkoutSet
  number: number
  /** Names the row for screen readers. */
  label: string
  quantities: readonly Quantity[]
  previous: WorkoutSet | undefined
  onChange(change: (set: WorkoutSet) => WorkoutSet): void
  onToggle(suggestion: Suggestion): void
}

/** A set of the workout in progress. */
export function SetRow(props: Props): JSX.Element {
  const { set, number, label, quantities, previous, onChange, onToggle } = props
  const suggestion = suggestionFor(set, previous)
  const isDone = set.completedAt !== null
  return (
    <tr class={isDone ? 'is-done' : ''}>
      <td>
        <SetTypeButton
          label={label}
          type={set.type}
          number={number}
          onChange={next => onChange(current => ({ ...current, type: next(current.type) }))}
        />
      </td>
      <td class="previous">{previous ? previousText(previous, quantities) : '–'}</td>
      {quantities.map(quantity => (
        <td key={quantity}>
          <QuantityInput
            label={`${label}: ${columnText(quantity)}`}
            quantity={quantity}
            value={textOf(set, quantity, numberText)}
            placeholder={placeholderOf(set, suggestion, quantity)}
            onChange={text => onChange(current => withQuantity(current, quantity, text))}
          />
        </td>
      ))}
      <td>
        <button
          type="button"
          class="check"
          aria-pressed={isDone}
          aria-label={t('set.complete', { set: label })}
          onClick={() => onToggle(suggestion)}
        >
          <Icon of={Check} />
        </button>
      </td>
    </tr>
  )
}

interface InputProps {
  label: string
  quantity: Quantity
  value: string
  placeholder: string
  onChange(text: string): void
}

function QuantityInput({ label, quantity, value, placeholder, onChange }: InputProps): JSX.Element {
  const input = useDraft<HTMLInputElement>(value)
  return (
    <input
      ref={input}
      class="quantity"
      aria-label={label}
      inputMode={quantity === 'reps' ? 'numeric' : quantity === 'duration' ? 'text' : 'decimal'}
      autocomplete="off"
      placeholder={placeholder}
      defaultValue={value}
      onFocus={event => event.currentTarget.select()}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

function placeholderOf({ target }: WorkoutSet, suggestion: Suggestion, quantity: Quantity): string {
  if (quantity === 'reps' && target?.minReps && target.maxReps && target.minReps !== target.maxReps)
    return `${target.minReps}–${target.maxReps}`
  return textOf(suggestion, quantity)
}

function withQuantity(set: WorkoutSet, quantity: Quantity, text: string): WorkoutSet {
  const value = parseNumber(text)
  if (quantity === 'load') return { ...set, load: value === null ? null : { value, unit: weightUnit.value } }
  if (quantity === 'reps') return { ...set, reps: value === null ? null : Math.round(value) }
  if (quantity === 'duration') return { ...set, durationSeconds: parseDuration(text) }
  return { ...set, distanceMeters: value }
}
