import type { JSX } from 'preact'
import { Check } from 'lucide'
import type { TrackingType } from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { columnText, previousText, textOf } from '../../components/figures.js'
import { SetTypeButton } from '../../components/set-type-button.js'
import { useDraft } from '../../components/use-draft.js'
import { weightUnit } from '../../data/account.js'
import { numberText, parseDuration, parseNumber, t } from '../../i18n.js'
import {
  nearestRpe,
  quantitiesOf,
  type Quantity,
  type Suggestion,
  type WorkoutSet,
} from '../../training/workout.js'

interface Props {
  set: WorkoutSet
  number: number
  /** Names the row for screen readers. */
  label: string
  trackingType: TrackingType | undefined
  hasRpe: boolean
  /** The set of the latest workout that the set is compared with. */
  previous: WorkoutSet | undefined
  /** What the empty fields show. */
  suggestion: Suggestion
  onChange(change: (set: WorkoutSet) => WorkoutSet): void
  /** Undefined for the only set. */
  onRemove: (() => void) | undefined
  onToggle(): void
}

/** A set of the workout in progress. */
export function SetRow(props: Props): JSX.Element {
  const { set, number, label, trackingType, hasRpe, previous, suggestion } = props
  const { onChange, onRemove, onToggle } = props
  const quantities = quantitiesOf(trackingType)
  const isDone = set.completedAt !== null
  return (
    <tr class={isDone ? 'is-done' : ''}>
      <td>
        <SetTypeButton
          label={label}
          type={set.type}
          number={number}
          onChange={type => onChange(current => ({ ...current, type }))}
          onRemove={onRemove}
        />
      </td>
      <td class="previous">{previous ? previousText(previous, quantities) : '–'}</td>
      {quantities.map(quantity => (
        <td key={quantity}>
          <NumberInput
            label={`${label}: ${columnText(quantity, trackingType)}`}
            inputMode={inputModes[quantity]}
            value={textOf(set, quantity, numberText)}
            placeholder={placeholderOf(set, suggestion, quantity)}
            onChange={text => onChange(current => withQuantity(current, quantity, text))}
          />
        </td>
      ))}
      {hasRpe && (
        <td>
          <NumberInput
            label={`${label}: ${t('plan.rpe')}`}
            inputMode="decimal"
            value={set.rpe === null ? '' : numberText(set.rpe)}
            placeholder={set.target?.rpe ? numberText(set.target.rpe) : ''}
            onChange={text => onChange(current => ({ ...current, rpe: nearestRpe(parseNumber(text)) }))}
          />
        </td>
      )}
      <td>
        <button
          type="button"
          class="check"
          aria-pressed={isDone}
          aria-label={t('set.complete', { set: label })}
          onClick={onToggle}
        >
          <Icon of={Check} />
        </button>
      </td>
    </tr>
  )
}

/** The keyboards of phones that have what a quantity needs: a duration needs a colon. */
const inputModes = { load: 'decimal', reps: 'numeric', duration: 'text', distance: 'decimal' } as const

interface InputProps {
  label: string
  inputMode: 'decimal' | 'numeric' | 'text'
  value: string
  placeholder: string
  onChange(text: string): void
}

function NumberInput({ label, inputMode, value, placeholder, onChange }: InputProps): JSX.Element {
  const input = useDraft<HTMLInputElement>(value)
  return (
    <input
      ref={input}
      class="quantity"
      aria-label={label}
      inputMode={inputMode}
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
