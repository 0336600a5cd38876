import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ChevronDown, ChevronUp, Dumbbell, EllipsisVertical, Link, Plus, Trash, Unlink, X } from 'lucide'
import { weightUnit } from '../data/app.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { formatDuration, formatNumber, nameOf, parseDuration, parseNumber, t } from '../i18n.js'
import {
  isWithAbove,
  moved,
  newPlannedExercise,
  newPlannedSet,
  parseReps,
  repsText,
  toggleSuperset,
  withoutSingles,
  type PlannedExercise,
  type PlannedSet,
} from '../training/plan.js'
import { convert } from '../training/units.js'
import { numberOf, quantitiesOf, type Quantity } from '../training/workout.js'
import { useDraft } from './draft.js'
import { ExercisePicker } from './exercise-picker.js'
import { columnText } from './figures.js'
import { Icon } from './icon.js'
import { ProgressionFields } from './progression-fields.js'
import { Sheet } from './sheet.js'

/** The most that the service accepts. */
const [maxExercises, maxSets] = [30, 20]
const rests = [0, 30, 45, 60, 90, 120, 150, 180, 240, 300]

interface Props {
  exercises: readonly PlannedExercise[]
  /** Applies a change to the exercises as they are then: an earlier change may not be shown yet. */
  edit(change: (exercises: readonly PlannedExercise[]) => PlannedExercise[]): void
  /** Whether exercises have rules of progression, as in programs. */
  hasProgression?: boolean
}

/** Edits the exercises of a routine or of a day of a program. */
export function PlanEditor({ exercises, edit, hasProgression = false }: Props): JSX.Element {
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      {exercises.map((exercise, at) => (
        <ExerciseCard
          key={exercise.id}
          exercises={exercises}
          at={at}
          exercise={exercise}
          hasProgression={hasProgression}
          edit={edit}
        />
      ))}
      {exercises.length < maxExercises && (
        <button type="button" class="button quiet wide" onClick={() => setIsAdding(true)}>
          <Icon of={Plus} /> {t('workout.addExercise')}
        </button>
      )}
      {isAdding && (
        <ExercisePicker
          onClose={() => setIsAdding(false)}
          onPick={id => {
            setIsAdding(false)
            edit(current => [...current, newPlannedExercise(id)])
          }}
        />
      )}
    </>
  )
}

interface CardProps extends Required<Props> {
  exercise: PlannedExercise
  at: number
}

function ExerciseCard({ exercises, exercise, at, hasProgression, edit }: CardProps): JSX.Element {
  const [sheet, setSheet] = useState<'menu' | 'replace' | null>(null)
  const name = exerciseName(exercise.exerciseId)
  const quantities = quantitiesOf(findExercise(exercise.exerciseId)?.trackingType)
  const isPercent = exercise.progression?.type === 'PERCENT'
  const isJoined = isWithAbove(exercises, at)
  const editExercise = (change: (exercise: PlannedExercise) => Partial<PlannedExercise>) =>
    edit(current => current.map(one => (one.id === exercise.id ? { ...one, ...change(one) } : one)))
  const editSets = (change: (sets: readonly PlannedSet[]) => PlannedSet[]) =>
    editExercise(({ sets }) => ({ sets: change(sets) }))

  function apply(change: (exercises: readonly PlannedExercise[]) => PlannedExercise[]): void {
    setSheet(null)
    edit(change)
  }

  return (
    <section class="card entry" aria-label={name}>
      {isJoined && (
        <p class="chips">
          <span class="chip strong">{t('plan.superset')}</span>
        </p>
      )}
      <header>
        <h2>{name}</h2>
        <button
          type="button"
          class="round"
          aria-label={t('workout.options', { exercise: name })}
          onClick={() => setSheet('menu')}
        >
          <Icon of={EllipsisVertical} />
        </button>
      </header>
      <table class="sets">
        <thead>
          <tr>
            <th scope="col">{t('set')}</th>
            {quantities.map(quantity => (
              <th scope="col" key={quantity}>
                {quantity === 'load' && isPercent ? t('plan.percent') : columnText(quantity)}
              </th>
            ))}
            <th scope="col">{t('plan.rpe')}</th>
            <th scope="col">
              <span class="hidden">{t('plan.removeSet')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {exercise.sets.map((set, index) => (
            <SetRow
              key={index}
              set={set}
              number={numberOf(exercise.sets, index)}
              label={t('set.number', { number: index + 1 })}
              quantities={quantities}
              isPercent={isPercent}
              isOnly={exercise.sets.length === 1}
              onChange={change =>
                editSets(sets => sets.map((one, other) => (other === index ? change(one) : one)))
              }
              onRemove={() => editSets(sets => sets.filter((_, other) => other !== index))}
            />
          ))}
        </tbody>
      </table>
      {exercise.sets.length < maxSets && (
        <div class="entry-actions">
          <button
            type="button"
            class="link"
            onClick={() => editSets(sets => [...sets, { ...(sets.at(-1) ?? newPlannedSet()) }])}
          >
            <Icon of={Plus} size={18} /> {t('set.add')}
          </button>
        </div>
      )}

      {sheet === 'menu' && (
        <Sheet title={name} onClose={() => setSheet(null)}>
          <RestSelect
            seconds={exercise.sets[0]?.restSeconds ?? null}
            onChange={restSeconds => editSets(sets => sets.map(set => ({ ...set, restSeconds })))}
          />
          {hasProgression && (
            <ProgressionFields
              progression={exercise.progression}
              sets={exercise.sets}
              onChange={progression => editExercise(() => ({ progression }))}
            />
          )}
          <div class="menu">
            {at > 0 && (
              <button type="button" onClick={() => apply(current => toggleSuperset(current, at))}>
                <Icon of={isJoined ? Unlink : Link} /> {t(isJoined ? 'plan.separate' : 'plan.join')}
              </button>
            )}
            {at > 0 && (
              <button type="button" onClick={() => apply(current => moved(current, at, -1))}>
                <Icon of={ChevronUp} /> {t('move.up')}
              </button>
            )}
            {at < exercises.length - 1 && (
              <button type="button" onClick={() => apply(current => moved(current, at, 1))}>
                <Icon of={ChevronDown} /> {t('move.down')}
              </button>
            )}
            <button type="button" onClick={() => setSheet('replace')}>
              <Icon of={Dumbbell} /> {t('workout.replace')}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => apply(current => withoutSingles(current.filter(({ id }) => id !== exercise.id)))}
            >
              <Icon of={Trash} /> {t('workout.remove')}
            </button>
          </div>
        </Sheet>
      )}
      {sheet === 'replace' && (
        <ExercisePicker
          title={t('workout.replace')}
          onClose={() => setSheet(null)}
          onPick={exerciseId => {
            setSheet(null)
            // Loads belong to the exercise before.
            editExercise(({ sets }) => ({ exerciseId, sets: sets.map(set => ({ ...set, load: null })) }))
          }}
        />
      )}
    </section>
  )
}

interface RestProps {
  seconds: number | null
  onChange(seconds: number | null): void
}

const RestSelect = ({ seconds, onChange }: RestProps): JSX.Element => (
  <label>
    {t('rest.after')}
    <select
      value={seconds === null ? '' : String(seconds)}
      onChange={event =>
        onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
    >
      <option value="">{t('plan.restUnset')}</option>
      {[...new Set([...rests, ...(seconds === null ? [] : [seconds])])].map(one => (
        <option key={one} value={String(one)}>
          {one === 0 ? t('rest.none') : formatDuration(one)}
        </option>
      ))}
    </select>
  </label>
)

interface SetRowProps {
  set: PlannedSet
  number: number
  /** Names the row for screen readers. */
  label: string
  quantities: readonly Quantity[]
  /** Whether the load is a percentage of the training maximum. */
  isPercent: boolean
  /** The last set cannot be removed. */
  isOnly: boolean
  onChange(change: (set: PlannedSet) => PlannedSet): void
  onRemove(): void
}

function SetRow(props: SetRowProps): JSX.Element {
  const { set, number, label, quantities, isPercent, isOnly, onChange, onRemove } = props
  const type = `${label}: ${nameOf('setType', set.type)}`
  return (
    <tr>
      <td>
        <button
          type="button"
          class={`set-type ${set.type.toLowerCase()}`}
          aria-label={type}
          title={nameOf('setType', set.type)}
          onClick={() =>
            onChange(current => ({ ...current, type: nextType(current.type), warmupPercent: null }))
          }
        >
          {set.type === 'NORMAL' ? number : nameOf('setType', set.type).charAt(0)}
        </button>
      </td>
      {quantities.map(quantity => {
        const isPercentage = quantity === 'load' && isPercent
        return (
          <td key={quantity}>
            <ValueInput
              label={`${label}: ${isPercentage ? t('plan.percent') : columnText(quantity)}`}
              text={isPercentage ? numberText(set.percentOfOneRepMax) : valueText(set, quantity)}
              onChange={text =>
                onChange(current =>
                  isPercentage
                    ? { ...current, percentOfOneRepMax: parseNumber(text), load: null }
                    : withValue(current, quantity, text),
                )
              }
            />
          </td>
        )
      })}
      <td>
        <ValueInput
          label={`${label}: ${t('plan.rpe')}`}
          text={numberText(set.rpe)}
          onChange={text => onChange(current => ({ ...current, rpe: parseNumber(text) }))}
        />
      </td>
      <td>
        <button
          type="button"
          class="round"
          disabled={isOnly}
          aria-label={`${label}: ${t('plan.removeSet')}`}
          onClick={onRemove}
        >
          <Icon of={X} size={18} />
        </button>
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

const setTypes = ['NORMAL', 'WARMUP', 'DROPSET', 'FAILURE'] as const

const nextType = (type: PlannedSet['type']): PlannedSet['type'] =>
  setTypes[(setTypes.findIndex(one => one === type) + 1) % setTypes.length] ?? 'NORMAL'

const numberText = (value: number | null): string => (value === null ? '' : formatNumber(value))

function valueText(set: PlannedSet, quantity: Quantity): string {
  if (quantity === 'load') return set.load ? formatNumber(convert(set.load, weightUnit.value)) : ''
  if (quantity === 'reps') return repsText(set)
  if (quantity === 'duration') return set.durationSeconds === null ? '' : formatDuration(set.durationSeconds)
  return numberText(set.distanceMeters)
}

/** Keeps the value before if the text cannot be read. */
function withValue(set: PlannedSet, quantity: Quantity, text: string): PlannedSet {
  if (quantity === 'reps') return { ...set, ...parseReps(text) }
  if (quantity === 'duration') return { ...set, durationSeconds: parseDuration(text) }
  const value = parseNumber(text)
  if (quantity === 'distance') return { ...set, distanceMeters: value }
  return { ...set, load: value === null ? null : { value, unit: weightUnit.value }, warmupPercent: null }
}
