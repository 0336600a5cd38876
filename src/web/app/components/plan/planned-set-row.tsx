import type { JSX } from 'preact'
import { X } from 'lucide'
import type { TrackingType } from '../../../../../generated/operations/web-app.js'
import { weightUnit } from '../../data/account.js'
import { formatDuration, numberText, parseDuration, parseNumber, t } from '../../i18n.js'
import { parseReps, repsText, type PlannedSet } from '../../training/plan.js'
import { convert } from '../../training/units.js'
import { nearestRpe, quantitiesOf, type Quantity } from '../../training/workout.js'
import { columnText } from '../figures.js'
import { RoundButton } from '../round-button.js'
import { SetTypeButton } from '../set-type-button.js'
import { useDraft } from '../use-draft.js'

interface Props {
  set: PlannedSet
  number: number
  /** Names the row for screen readers. */
  label: string
  trackingType: TrackingType | undefined
  /** Whether the load is a percentage of the training maximum. */
  isPercent: boolean
  /** The last set cannot be removed. */
  isOnly: boolean
  onChange(change: (set: PlannedSet) => PlannedSet): void
  onRemove(): void
}

/** A set of a plan. */
export function PlannedSetRow(props: Props): JSX.Element {
  const { set, number, label, trackingType, isPercent, isOnly, onChange, onRemove } = props
  return (
    <tr>
      <td>
        <SetTypeButton
          label={label}
          type={set.type}
          number={number}
          onChange={type => onChange(current => ({ ...current, type, warmupPercent: null }))}
        />
      </td>
      {quantitiesOf(trackingType).map(quantity => (
        <td key={quantity}>
          <ValueInput
            label={`${label}: ${plannedColumnText(quantity, trackingType, isPercent)}`}
            text={valueText(set, quantity, isPercent)}
            onChange={text => onChange(current => withValue(current, quantity, isPercent, text))}
          />
        </td>
      ))}
      <td>
        <ValueInput
          label={`${label}: ${t('plan.rpe')}`}
          text={textOf(set.rpe)}
          onChange={text => onChange(current => ({ ...current, rpe: nearestRpe(parseNumber(text)) }))}
        />
      </td>
      <td>
        <RoundButton
          icon={X}
          label={`${label}: ${t('set.remove')}`}
          size={18}
          disabled={isOnly}
          onClick={onRemove}
        />
      </td>
    </tr>
  )
}

interface ValueProps {
  label: string
  text: string
  onChange(text: string): void
}

function ValueInput({ label, text, onChange }: ValueProps): JSX.Element {
  const input = useDraft<HTMLInputElement>(text)
  return (
    <input
      ref={input}
      class="quantity"
      aria-label={label}
      autocomplete="off"
      defaultValue={text}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}

/** The name of the column of a quantity. */
export const plannedColumnText = (
  quantity: Quantity,
  type: TrackingType | undefined,
  isPercent: boolean,
): string => (quantity === 'load' && isPercent ? t('plan.percent') : columnText(quantity, type))

const textOf = (value: number | null): string => (value === null ? '' : numberText(value))

function valueText(set: PlannedSet, quantity: Quantity, isPercent: boolean): string {
  if (quantity === 'load' && isPercent) return textOf(set.percentOfOneRepMax)
  if (quantity === 'load') return set.load ? numberText(convert(set.load, weightUnit.value), 2) : ''
  if (quantity === 'reps') return repsText(set)
  if (quantity === 'duration') return set.durationSeconds === null ? '' : formatDuration(set.durationSeconds)
  return textOf(set.distanceMeters)
}

/** Returns the set with the value of a text. Keeps the repetitions before if the text cannot be read. */
function withValue(set: PlannedSet, quantity: Quantity, isPercent: boolean, text: string): PlannedSet {
  if (quantity === 'reps') return { ...set, ...parseReps(text) }
  if (quantity === 'duration') return { ...set, durationSeconds: parseDuration(text) }
  const value = parseNumber(text)
  if (quantity === 'distance') return { ...set, distanceMeters: value }
  if (isPercent) return { ...set, percentOfOneRepMax: value, load: null }
  return { ...set, load: value === null ? null : { value, unit: weightUnit.value }, warmupPercent: null }
}
