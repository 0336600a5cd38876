import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import {
  Check,
  ChevronDown,
  ChevronUp,
  Dumbbell,
  EllipsisVertical,
  Link,
  Plus,
  Trash,
  Disc3,
  Unlink,
} from 'lucide'
import { useDraft } from '../components/draft.js'
import { ExercisePicker } from '../components/exercise-picker.js'
import { Icon } from '../components/icon.js'
import { mapQuery, MuscleMap } from '../components/muscle-map.js'
import {
  columnText,
  recordText,
  previousText,
  RecordList,
  Stat,
  textOf,
  unitText,
} from '../components/figures.js'
import { celebrate } from '../components/notice.js'
import { PlateCalculator } from '../components/plate-calculator.js'
import { Sheet } from '../components/sheet.js'
import { activeWorkout, editWorkout, history, weightUnit, write } from '../data/app.js'
import { exerciseName, findExercise } from '../data/catalogue.js'
import { endRest, now, startRest } from '../data/rest.js'
import { formatDuration, formatNumber, nameOf, parseDuration, parseNumber, plural, t } from '../i18n.js'
import { go } from '../router.js'
import { isWithAbove, moved, toggleSuperset, withoutSingles } from '../training/plan.js'
import { findRecords, type NewRecord } from '../training/records.js'
import { convert, volumeOf } from '../training/units.js'
import {
  completedSets,
  completeSet,
  finish,
  newEntry,
  newSet,
  numberOf,
  previousSets,
  quantitiesOf,
  suggestionFor,
  workingSets,
  type Entry,
  type Quantity,
  type Suggestion,
  type Workout,
  type WorkoutSet,
} from '../training/workout.js'

/** The rest after a set that has none of its own, in seconds. */
const defaultRest = 120

export function WorkoutScreen(): JSX.Element {
  const workout = activeWorkout.value
  // The summary of the workout that was just finished.
  const [finished, setFinished] = useState<Workout | null>(null)
  if (finished) return <Summary workout={finished} />
  if (!workout) return <NoWorkout />
  return <Running workout={workout} onFinish={setFinished} />
}

const NoWorkout = (): JSX.Element => (
  <div class="card empty">
    <p>{t('workout.none')}</p>
    <a class="button" href="#/">
      {t('nav.home')}
    </a>
  </div>
)

interface RunningProps {
  workout: Workout
  onFinish(finished: Workout): void
}

function Running({ workout, onFinish }: RunningProps): JSX.Element {
  const [sheet, setSheet] = useState<'add' | 'finish' | 'discard' | null>(null)
  const title = useDraft<HTMLInputElement>(workout.title ?? '')
  const elapsed = (now.value - Date.parse(workout.startedAt)) / 1000
  const done = completedSets(workout)
  const edit = (change: (workout: Workout) => Workout) => void editWorkout(workout.id, change)

  async function end(): Promise<void> {
    await editWorkout(workout.id, finish)
    endRest()
    onFinish(history.value.find(({ id }) => id === workout.id) ?? finish(workout))
  }

  async function discard(): Promise<void> {
    await write({ deleteWorkout: { id: workout.id } })
    endRest()
    go('')
  }

  return (
    <div class="workout">
      <header class="workout-header">
        <div>
          <h1>
            <input
              ref={title}
              class="title-input"
              aria-label={t('workout.title')}
              placeholder={t('workout')}
              defaultValue={workout.title ?? ''}
              maxLength={200}
              onChange={event => {
                const text = event.currentTarget.value.trim() || null
                edit(current => ({ ...current, title: text }))
              }}
            />
          </h1>
          <p class="faint figures">
            <span role="timer" aria-label={t('duration')}>
              {formatDuration(elapsed)}
            </span>
            <span>{plural('sets', workingSets(workout).length)}</span>
            <span>
              {formatNumber(volumeOf(done, weightUnit.value), 0)} {unitText(weightUnit.value)}
            </span>
          </p>
        </div>
        <button type="button" class="button" onClick={() => setSheet(done.length > 0 ? 'finish' : 'discard')}>
          {t('workout.finish')}
        </button>
      </header>

      {workout.exercises.length === 0 && (
        <div class="card empty">
          <Icon of={Dumbbell} size={40} />
          <p>{t('workout.empty')}</p>
        </div>
      )}
      {workout.exercises.map((entry, at) => (
        <EntryCard key={entry.id} workout={workout} entry={entry} at={at} edit={edit} />
      ))}
      <button type="button" class="button quiet wide" onClick={() => setSheet('add')}>
        <Icon of={Plus} /> {t('workout.addExercise')}
      </button>
      <button type="button" class="link danger center" onClick={() => setSheet('discard')}>
        {t('workout.discard')}
      </button>

      {sheet === 'add' && (
        <ExercisePicker
          onClose={() => setSheet(null)}
          onPick={exerciseId => {
            setSheet(null)
            const known = previousSets(history.value, workout, exerciseId)
            const sets = Array.from({ length: Math.max(1, Math.min(known.length, 10)) }, () => newSet())
            edit(current => ({ ...current, exercises: [...current.exercises, newEntry(exerciseId, sets)] }))
          }}
        />
      )}
      {sheet === 'finish' && (
        <Sheet title={t('workout.finishTitle')} onClose={() => setSheet(null)}>
          <p>{t('workout.finishText', { sets: plural('sets', done.length) })}</p>
          <button type="button" class="button wide" onClick={() => void end()}>
            {t('workout.finish')}
          </button>
          <button type="button" class="button quiet wide" onClick={() => setSheet(null)}>
            {t('workout.continue')}
          </button>
        </Sheet>
      )}
      {sheet === 'discard' && (
        <Sheet title={t('workout.discardTitle')} onClose={() => setSheet(null)}>
          <p>{t(done.length > 0 ? 'workout.discardText' : 'workout.nothingDone')}</p>
          <button type="button" class="button danger wide" onClick={() => void discard()}>
            {t('workout.discard')}
          </button>
          <button type="button" class="button quiet wide" onClick={() => setSheet(null)}>
            {t('workout.continue')}
          </button>
        </Sheet>
      )}
    </div>
  )
}

interface EntryProps {
  workout: Workout
  entry: Entry
  at: number
  edit(change: (workout: Workout) => Workout): void
}

function EntryCard({ workout, entry, at, edit }: EntryProps): JSX.Element {
  const [sheet, setSheet] = useState<'menu' | 'replace' | 'plates' | null>(null)
  const notes = useDraft<HTMLTextAreaElement>(entry.notes ?? '')
  const exercise = findExercise(entry.exerciseId)
  const name = exerciseName(entry.exerciseId)
  const quantities = quantitiesOf(exercise?.trackingType)
  const previous = previousSets(history.value, workout, entry.exerciseId)
  const isJoined = isWithAbove(workout.exercises, at)
  // Within a superset, the rest comes after its last exercise.
  const usualRest = isWithAbove(workout.exercises, at + 1) ? 0 : defaultRest
  const hasBar = exercise?.equipment.some(item => item === 'BARBELL') ?? false

  const editEntry = (change: (entry: Entry) => Entry) =>
    edit(current => ({
      ...current,
      exercises: current.exercises.map(other => (other.id === entry.id ? change(other) : other)),
    }))
  const editSet = (id: string, change: (set: WorkoutSet) => WorkoutSet) =>
    editEntry(current => ({ ...current, sets: current.sets.map(set => (set.id === id ? change(set) : set)) }))

  function toggle(set: WorkoutSet, suggestion: Suggestion): void {
    if (set.completedAt !== null) {
      editSet(set.id, current => ({ ...current, completedAt: null }))
      return
    }
    const before = new Set(findRecords(workout, history.value).map(recordKey))
    void editWorkoutOnce(current => completeSet(current, suggestion, quantities), set.id, before)
    startRest(set.restSeconds ?? entry.restSeconds ?? usualRest)
  }

  /** Completes a set, then looks for records that the workout did not have before. */
  async function editWorkoutOnce(
    change: (set: WorkoutSet) => WorkoutSet,
    setId: string,
    before: ReadonlySet<string>,
  ): Promise<void> {
    await editWorkout(workout.id, current => ({
      ...current,
      exercises: current.exercises.map(other =>
        other.id === entry.id
          ? { ...other, sets: other.sets.map(set => (set.id === setId ? change(set) : set)) }
          : other,
      ),
    }))
    const current = activeWorkout.value
    if (!current) return
    const [record] = findRecords(current, history.value).filter(one => !before.has(recordKey(one)))
    if (record)
      celebrate(t('record.new', { exercise: exerciseName(record.exerciseId), value: recordText(record) }))
  }

  function editExercises(change: (exercises: Entry[]) => Entry[]): void {
    setSheet(null)
    edit(current => ({ ...current, exercises: change(current.exercises) }))
  }

  return (
    <section class="card entry" aria-label={name}>
      {isJoined && (
        <p class="chips">
          <span class="chip strong">{t('plan.superset')}</span>
        </p>
      )}
      <header>
        {exercise && <MuscleMap query={mapQuery(exercise)} class="thumb" />}
        <h2>
          <a href={`#/exercises/${entry.exerciseId}`}>{name}</a>
        </h2>
        {hasBar && (
          <button type="button" class="round" aria-label={t('plates')} onClick={() => setSheet('plates')}>
            <Icon of={Disc3} />
          </button>
        )}
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
            <th scope="col">{t('previous')}</th>
            {quantities.map(quantity => (
              <th scope="col" key={quantity}>
                {columnText(quantity)}
              </th>
            ))}
            <th scope="col">
              <span class="hidden">{t('done')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entry.sets.map((set, index) => (
            <SetRow
              key={set.id}
              set={set}
              number={numberOf(entry.sets, index)}
              label={t('set.number', { number: index + 1 })}
              quantities={quantities}
              previous={previous[Math.min(index, previous.length - 1)]}
              onChange={change => editSet(set.id, change)}
              onToggle={suggestion => toggle(set, suggestion)}
            />
          ))}
        </tbody>
      </table>
      <div class="entry-actions">
        <button
          type="button"
          class="link"
          onClick={() =>
            editEntry(current => {
              const last = current.sets.at(-1)
              return { ...current, sets: [...current.sets, newSet(last && { ...last })] }
            })
          }
        >
          <Icon of={Plus} size={18} /> {t('set.add')}
        </button>
        {entry.sets.length > 1 && (
          <button
            type="button"
            class="link faint"
            onClick={() => editEntry(current => ({ ...current, sets: current.sets.slice(0, -1) }))}
          >
            {t('set.remove')}
          </button>
        )}
      </div>

      {sheet === 'menu' && (
        <Sheet title={name} onClose={() => setSheet(null)}>
          <label>
            {t('rest.after')}
            <select
              value={String(entry.restSeconds ?? usualRest)}
              onChange={event => {
                const restSeconds = Number(event.currentTarget.value)
                editEntry(current => ({
                  ...current,
                  restSeconds,
                  sets: current.sets.map(set => ({ ...set, restSeconds: null })),
                }))
              }}
            >
              {[0, 30, 45, 60, 90, 120, 150, 180, 240, 300].map(seconds => (
                <option key={seconds} value={String(seconds)}>
                  {seconds === 0 ? t('rest.none') : formatDuration(seconds)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('notes')}
            <textarea
              rows={2}
              maxLength={5000}
              ref={notes}
              defaultValue={entry.notes ?? ''}
              onChange={event => {
                const text = event.currentTarget.value.trim() || null
                editEntry(current => ({ ...current, notes: text }))
              }}
            />
          </label>
          <div class="menu">
            {at > 0 && (
              <button type="button" onClick={() => editExercises(current => toggleSuperset(current, at))}>
                <Icon of={isJoined ? Unlink : Link} /> {t(isJoined ? 'plan.separate' : 'plan.join')}
              </button>
            )}
            {at > 0 && (
              <button type="button" onClick={() => editExercises(current => moved(current, at, -1))}>
                <Icon of={ChevronUp} /> {t('move.up')}
              </button>
            )}
            {at < workout.exercises.length - 1 && (
              <button type="button" onClick={() => editExercises(current => moved(current, at, 1))}>
                <Icon of={ChevronDown} /> {t('move.down')}
              </button>
            )}
            <button type="button" onClick={() => setSheet('replace')}>
              <Icon of={Dumbbell} /> {t('workout.replace')}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() =>
                editExercises(current => withoutSingles(current.filter(({ id }) => id !== entry.id)))
              }
            >
              <Icon of={Trash} /> {t('workout.remove')}
            </button>
          </div>
        </Sheet>
      )}
      {sheet === 'replace' && (
        <ExercisePicker
          onClose={() => setSheet(null)}
          onPick={exerciseId => {
            setSheet(null)
            editEntry(current => ({
              ...current,
              exerciseId,
              // Loads and targets belong to the exercise before.
              sets: current.sets.map(set => (set.completedAt === null ? newSet({ type: set.type }) : set)),
            }))
          }}
        />
      )}
      {sheet === 'plates' && (
        // A load that was entered just before is stored after the calculator has opened.
        <PlateCalculator
          key={nextLoad(entry, previous)}
          onClose={() => setSheet(null)}
          load={nextLoad(entry, previous)}
        />
      )}
    </section>
  )
}

/** The load of the next set to do. */
function nextLoad({ sets }: Entry, previous: readonly WorkoutSet[]): number | null {
  const at = sets.findIndex(({ completedAt }) => completedAt === null)
  const set = sets[at] ?? sets.at(-1)
  const load = set && (set.load ?? suggestionFor(set, previous[Math.min(at, previous.length - 1)]).load)
  return load ? convert(load, weightUnit.value) : null
}

interface SetRowProps {
  set: WorkoutSet
  number: number
  /** Names the row for screen readers. */
  label: string
  quantities: readonly Quantity[]
  previous: WorkoutSet | undefined
  onChange(change: (set: WorkoutSet) => WorkoutSet): void
  onToggle(suggestion: Suggestion): void
}

function SetRow({ set, number, label, quantities, previous, onChange, onToggle }: SetRowProps): JSX.Element {
  const suggestion = suggestionFor(set, previous)
  const isDone = set.completedAt !== null
  return (
    <tr class={isDone ? 'is-done' : ''}>
      <td>
        <button
          type="button"
          class={`set-type ${set.type.toLowerCase()}`}
          aria-label={`${label}: ${nameOf('setType', set.type)}`}
          title={nameOf('setType', set.type)}
          onClick={() => onChange(current => ({ ...current, type: nextType(current.type) }))}
        >
          {set.type === 'NORMAL' ? number : nameOf('setType', set.type).charAt(0)}
        </button>
      </td>
      <td class="previous">{previous ? previousText(previous, quantities) : '–'}</td>
      {quantities.map(quantity => (
        <td key={quantity}>
          <QuantityInput
            label={`${label}: ${columnText(quantity)}`}
            quantity={quantity}
            value={textOf(set, quantity)}
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

interface QuantityInputProps {
  label: string
  quantity: Quantity
  value: string
  placeholder: string
  onChange(text: string): void
}

function QuantityInput({ label, quantity, value, placeholder, onChange }: QuantityInputProps): JSX.Element {
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

const setTypes = ['NORMAL', 'WARMUP', 'DROPSET', 'FAILURE'] as const

function nextType(type: WorkoutSet['type']): WorkoutSet['type'] {
  const at = setTypes.findIndex(one => one === type)
  return setTypes[(at + 1) % setTypes.length] ?? 'NORMAL'
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

const recordKey = ({ exerciseId, kind, value }: NewRecord): string => `${exerciseId} ${kind} ${value}`

function Summary({ workout }: { workout: Workout }): JSX.Element {
  const sets = workingSets(workout)
  const records = findRecords(workout, history.value)
  const duration = (Date.parse(workout.endedAt ?? workout.startedAt) - Date.parse(workout.startedAt)) / 1000
  return (
    <div class="summary">
      <p class="summary-mark">
        <Icon of={Check} size={40} />
      </p>
      <h1>{t('summary.title')}</h1>
      <dl class="stats">
        <Stat name={t('duration')} value={formatDuration(duration)} />
        <Stat name={t('sets')} value={String(sets.length)} />
        <Stat
          name={t('volume')}
          value={`${formatNumber(volumeOf(sets, weightUnit.value), 0)} ${unitText(weightUnit.value)}`}
        />
      </dl>
      <RecordList records={records} />
      <a class="button wide" href="#/">
        {t('summary.close')}
      </a>
      <a class="link center" href={`#/history/${workout.id}`}>
        {t('summary.details')}
      </a>
    </div>
  )
}
