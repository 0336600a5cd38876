import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Disc3, EllipsisVertical, Plus } from 'lucide'
import type { TrackingType } from '../../../../../generated/operations/web-app.js'
import { Icon } from '../../../shared/icon.js'
import { ExercisePicker } from '../../components/exercise-picker.js'
import { columnText } from '../../components/figures.js'
import { mapQuery, MuscleMap } from '../../components/muscle-map.js'
import { PlateCalculator } from '../../components/plate-calculator.js'
import { RoundButton } from '../../components/round-button.js'
import { SupersetChip } from '../../components/superset-chip.js'
import { weightUnit } from '../../data/account.js'
import { history } from '../../data/workouts.js'
import { exerciseName, findExercise } from '../../data/catalogue.js'
import { recordsRpe } from '../../data/preferences.js'
import { startRest } from '../../data/rest.js'
import { t } from '../../i18n.js'
import { convert } from '../../training/units.js'
import {
  changeEntry,
  changeSet,
  comparedSet,
  completeSet,
  newSet,
  numberOf,
  previousSets,
  quantitiesOf,
  suggestionAt,
  type Entry,
  type Suggestion,
  type Workout,
  type WorkoutSet,
} from '../../training/workout.js'
import { celebrateRecords } from './celebrate-records.js'
import { EntrySheet, restAfter } from './entry-sheet.js'
import { SetRow } from './set-row.js'

interface Props {
  workout: Workout
  entry: Entry
  at: number
  edit(change: (workout: Workout) => Workout): Promise<void>
}

/** An exercise with its sets, in a workout that is in progress or edited afterwards. */
export function EntryCard({ workout, entry, at, edit }: Props): JSX.Element {
  const [sheet, setSheet] = useState<'menu' | 'replace' | 'plates' | null>(null)
  const name = exerciseName(entry.exerciseId)
  const trackingType = findExercise(entry.exerciseId)?.trackingType
  const previous = previousSets(history.value, workout, entry.exerciseId)
  const close = () => setSheet(null)

  const editEntry = (change: (entry: Entry) => Entry) =>
    edit(current => changeEntry(current, entry.id, change))
  const editSet = (id: string, change: (set: WorkoutSet) => WorkoutSet) =>
    editEntry(current => changeSet(current, id, change))

  function toggle(set: WorkoutSet, suggestion: Suggestion): void {
    if (set.completedAt !== null) {
      void editSet(set.id, current => ({ ...current, completedAt: null }))
      return
    }
    const { endedAt } = workout
    if (endedAt !== null) {
      void editSet(set.id, current => ({
        ...completeSet(current, suggestion, trackingType),
        completedAt: endedAt,
      }))
      return
    }
    void celebrateRecords(workout, () =>
      editSet(set.id, current => completeSet(current, suggestion, trackingType)),
    )
    startRest(set.restSeconds ?? entry.restSeconds ?? restAfter(workout, at))
  }

  function replace(exerciseId: string): void {
    close()
    void editEntry(current => ({
      ...current,
      exerciseId,
      // Loads and targets belong to the exercise before.
      sets: current.sets.map(set => (set.completedAt === null ? newSet({ type: set.type }) : set)),
    }))
  }

  return (
    <section class="card entry" aria-label={name}>
      <SupersetChip exercises={workout.exercises} at={at} />
      <EntryHeader
        exerciseId={entry.exerciseId}
        onPlates={() => setSheet('plates')}
        onMenu={() => setSheet('menu')}
      />
      <SetTable
        sets={entry.sets}
        trackingType={trackingType}
        previous={previous}
        onChange={(id, change) => void editSet(id, change)}
        onRemove={removed =>
          void editEntry(current => ({
            ...current,
            sets: current.sets.filter(({ id }) => id !== removed),
          }))
        }
        onToggle={toggle}
      />
      <SetCountButtons
        count={entry.sets.length}
        onChange={change => void editEntry(current => ({ ...current, sets: change(current.sets) }))}
      />
      {sheet === 'menu' && (
        <EntrySheet
          workout={workout}
          entry={entry}
          at={at}
          edit={edit}
          onReplace={() => setSheet('replace')}
          onClose={close}
        />
      )}
      {sheet === 'replace' && <ExercisePicker onClose={close} onPick={replace} />}
      {sheet === 'plates' && (
        // A load that was entered just before is stored after the calculator has opened.
        <PlateCalculator key={nextLoad(entry, previous)} onClose={close} load={nextLoad(entry, previous)} />
      )}
    </section>
  )
}

interface TableProps {
  sets: readonly WorkoutSet[]
  trackingType: TrackingType | undefined
  /** The sets of the latest workout with the exercise. */
  previous: readonly WorkoutSet[]
  onChange(id: string, change: (set: WorkoutSet) => WorkoutSet): void
  onRemove(id: string): void
  onToggle(set: WorkoutSet, suggestion: Suggestion): void
}

function SetTable(props: TableProps): JSX.Element {
  const { sets, trackingType, previous, onChange, onRemove, onToggle } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const removedAt = useRef<number | null>(null)
  useEffect(() => {
    if (removedAt.current === null) return
    // Keyboards and screen readers continue at the set that has taken the place of the removed one.
    const row = body.current?.rows[Math.min(removedAt.current, sets.length - 1)]
    row?.querySelector<HTMLElement>('.set-type')?.focus()
    removedAt.current = null
  }, [sets.length])
  const hasRpe = recordsRpe.value || sets.some(({ rpe, target }) => rpe !== null || target?.rpe)
  return (
    <table class="sets">
      <thead>
        <tr>
          <th scope="col">{t('set')}</th>
          <th scope="col">{t('previous')}</th>
          {quantitiesOf(trackingType).map(quantity => (
            <th scope="col" key={quantity}>
              {columnText(quantity, trackingType)}
            </th>
          ))}
          {hasRpe && <th scope="col">{t('plan.rpe')}</th>}
          <th scope="col">
            <span class="hidden">{t('done')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {sets.map((set, index) => (
          <SetRow
            key={set.id}
            set={set}
            number={numberOf(sets, index)}
            label={t('set.number', { number: index + 1 })}
            trackingType={trackingType}
            hasRpe={hasRpe}
            previous={comparedSet(sets, index, previous)}
            suggestion={suggestionAt(sets, index, previous)}
            onChange={change => onChange(set.id, change)}
            onRemove={
              sets.length > 1
                ? () => {
                    removedAt.current = index
                    onRemove(set.id)
                  }
                : undefined
            }
            onToggle={() => onToggle(set, suggestionAt(sets, index, previous))}
          />
        ))}
      </tbody>
    </table>
  )
}

interface HeaderProps {
  exerciseId: string
  onPlates(): void
  onMenu(): void
}

function EntryHeader({ exerciseId, onPlates, onMenu }: HeaderProps): JSX.Element {
  const exercise = findExercise(exerciseId)
  const name = exerciseName(exerciseId)
  return (
    <header>
      {exercise && <MuscleMap query={mapQuery(exercise)} class="thumb" />}
      <h2>
        <a href={`#/exercises/${exerciseId}`}>{name}</a>
      </h2>
      {exercise?.equipment.includes('BARBELL') && (
        <RoundButton icon={Disc3} label={t('plates')} onClick={onPlates} />
      )}
      <RoundButton
        icon={EllipsisVertical}
        label={t('workout.options', { exercise: name })}
        onClick={onMenu}
      />
    </header>
  )
}

interface SetCountProps {
  count: number
  onChange(change: (sets: readonly WorkoutSet[]) => WorkoutSet[]): void
}

/** The buttons that add a set like the last one, and remove the last one. */
const SetCountButtons = ({ count, onChange }: SetCountProps): JSX.Element => (
  <div class="entry-actions">
    <button type="button" class="link" onClick={() => onChange(sets => [...sets, newSet(sets.at(-1))])}>
      <Icon of={Plus} size={18} /> {t('set.add')}
    </button>
    {count > 1 && (
      <button type="button" class="link faint" onClick={() => onChange(sets => sets.slice(0, -1))}>
        {t('set.removeLast')}
      </button>
    )}
  </div>
)

/** The load of the next set to do, in the unit of the user. */
function nextLoad({ sets }: Entry, previous: readonly WorkoutSet[]): number | null {
  const next = sets.findIndex(({ completedAt }) => completedAt === null)
  const at = next === -1 ? sets.length - 1 : next
  const load = sets[at]?.load ?? suggestionAt(sets, at, previous).load
  return load ? convert(load, weightUnit.value) : null
}
