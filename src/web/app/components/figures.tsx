import type { JSX } from 'preact'
import { Trophy } from 'lucide'
import type {
  LoadMode,
  RecordType,
  RecordUnit,
  TrackingType,
} from '../../../../generated/operations/web-app.js'
import { Icon } from '../../shared/icon.js'
import { weightUnit } from '../data/account.js'
import { exerciseName } from '../data/catalogue.js'
import { formatDuration, formatNumber, formatTotalDuration, plural, t } from '../i18n.js'
import type { MeasureUnit } from '../training/measurements.js'
import type { NewRecord } from '../training/records.js'
import { convert, volumeOf } from '../training/units.js'
import {
  durationOf,
  loadModeOf,
  quantitiesOf,
  workingSets,
  type Quantity,
  type Suggestion,
  type Workout,
  type WorkoutSet,
} from '../training/workout.js'

/** Such as `kg`, `cm` or `%`. */
export const measureUnitText = (unit: MeasureUnit): string => t(`measureUnit.${unit}`)

export const unitText = (unit: 'KG' | 'LB'): string => unit.toLowerCase()

/** The sign of a load that is added to the body weight or taken from it. */
const loadSigns: Record<LoadMode, string> = { EXTERNAL: '', BODYWEIGHT: '+', ASSISTED: '−' }

/** The name of the column of a quantity, such as `kg`, or `+kg` for a load that is added to the body weight. */
export const columnText = (quantity: Quantity, type: TrackingType | undefined): string =>
  quantity === 'load' ? `${loadSigns[loadModeOf(type)]}${unitText(weightUnit.value)}` : t(quantity)

/** The text of a quantity; empty if the set does not record it. @param format `numberText` for the text of an input */
export function textOf(
  { load, reps, durationSeconds, distanceMeters }: Suggestion,
  quantity: Quantity,
  format: typeof formatNumber = formatNumber,
): string {
  if (quantity === 'load')
    // A converted load has digits that no plate has.
    return load ? format(convert(load, weightUnit.value), load.unit === weightUnit.value ? 2 : 1) : ''
  if (quantity === 'reps') return reps === null ? '' : String(reps)
  if (quantity === 'duration') return durationSeconds === null ? '' : formatDuration(durationSeconds)
  return distanceMeters === null ? '' : format(distanceMeters)
}

/** Such as `80 × 5`, below a column that names the unit. */
export const previousText = (set: WorkoutSet, quantities: readonly Quantity[]): string =>
  quantities
    .map(quantity => textOf(set, quantity))
    .filter(text => text !== '')
    .join(' × ') || '–'

/** Such as `80 kg × 5`, `+10 kg × 5 @ RPE 8` or `12 reps`. */
export function setText(set: WorkoutSet, type: TrackingType | undefined): string {
  const sign = loadSigns[set.loadMode ?? loadModeOf(type)]
  const parts = quantitiesOf(type).flatMap(quantity => {
    const text = textOf(set, quantity)
    // No load was added to the body weight, or taken from it.
    if (text === '' || (quantity === 'load' && sign !== '' && set.load?.value === 0)) return []
    if (quantity === 'load') return [`${sign}${text} ${unitText(weightUnit.value)}`]
    return [quantity === 'distance' ? `${text} m` : text]
  })
  const text =
    parts.length === 1 && set.reps !== null ? plural('repetitions', set.reps) : parts.join(' × ') || '–'
  return set.rpe === null ? text : `${text} @ ${t('plan.rpe')} ${formatNumber(set.rpe)}`
}

interface PersonalRecord {
  type: RecordType
  value: number
  unit: RecordUnit
  reps: number | null
}

export const recordText = ({ kind, value }: Pick<NewRecord, 'kind' | 'value'>): string =>
  t(`record.${kind}`, {
    value: `${formatNumber(convert({ value, unit: 'KG' }, weightUnit.value), 1)} ${unitText(weightUnit.value)}`,
  })

/** A record of the service with its unit, such as `100 kg × 5`. Loads are in the unit of the user. */
export function personalRecordText({ type, value, unit, reps }: PersonalRecord): string {
  if (unit === 'S') return formatDuration(value)
  if (unit === 'S_PER_KM') return `${formatDuration(value)} /km`
  if (unit === 'M') return `${formatNumber(value)} m`
  if (unit === 'REPS') return plural('repetitions', value)
  const digits = unit === weightUnit.value ? 2 : 1
  const text = `${formatNumber(convert({ value, unit }, weightUnit.value), type === 'WEIGHT' ? digits : 1)} ${unitText(weightUnit.value)}`
  return type === 'WEIGHT' && reps !== null ? `${text} × ${reps}` : text
}

/** The volume of sets with its unit, such as `1,250 kg`. */
export const volumeText = (sets: readonly WorkoutSet[]): string =>
  `${formatNumber(volumeOf(sets, weightUnit.value), 0)} ${unitText(weightUnit.value)}`

export const Stat = ({ name, value }: { name: string; value: string }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** The duration, the number of working sets and the volume of a workout. */
export function WorkoutStats({ workout, class: name }: { workout: Workout; class: string }): JSX.Element {
  const sets = workingSets(workout)
  return (
    <dl class={name}>
      <Stat name={t('duration')} value={formatTotalDuration(durationOf(workout))} />
      <Stat name={t('sets')} value={String(sets.length)} />
      <Stat name={t('volume')} value={volumeText(sets)} />
    </dl>
  )
}

/** The records of each exercise in one row. */
export function RecordList({ records }: { records: readonly NewRecord[] }): JSX.Element | null {
  const ids = [...new Set(records.map(({ exerciseId }) => exerciseId))]
  if (ids.length === 0) return null
  return (
    <ul class="records">
      {ids.map(id => (
        <li key={id}>
          <Icon of={Trophy} />
          <span>
            <strong>{exerciseName(id)}</strong>
            <span>
              {records
                .filter(({ exerciseId }) => exerciseId === id)
                .map(recordText)
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
