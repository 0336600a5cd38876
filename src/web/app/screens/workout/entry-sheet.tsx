import type { JSX } from 'preact'
import { moveItem } from '../../../shared/move-item.js'
import { ExerciseMenu } from '../../components/exercise-menu.js'
import { NotesField } from '../../components/notes-field.js'
import { RestSelect } from '../../components/rest-select.js'
import { Sheet } from '../../components/sheet.js'
import { exerciseName } from '../../data/catalogue.js'
import { usualRest } from '../../data/preferences.js'
import { isWithAbove, toggleSuperset, withoutSingles } from '../../training/plan.js'
import { changeEntry, type Entry, type Workout } from '../../training/workout.js'

/** The rest after a set that has none of its own, in seconds. Within a superset, it comes after the last exercise. */
export const restAfter = ({ exercises }: Workout, at: number): number =>
  isWithAbove(exercises, at + 1) ? 0 : usualRest.value

interface Props {
  workout: Workout
  entry: Entry
  at: number
  edit(change: (workout: Workout) => Workout): Promise<void>
  onReplace(): void
  onClose(): void
}

/** The options of an exercise of the workout in progress. */
export function EntrySheet({ workout, entry, at, edit, onReplace, onClose }: Props): JSX.Element {
  const editEntry = (change: (entry: Entry) => Entry) =>
    void edit(current => changeEntry(current, entry.id, change))

  function editExercises(change: (exercises: Entry[]) => Entry[]): void {
    onClose()
    void edit(current => ({ ...current, exercises: change(current.exercises) }))
  }

  return (
    <Sheet title={exerciseName(entry.exerciseId)} onClose={onClose}>
      <RestSelect
        seconds={entry.restSeconds ?? restAfter(workout, at)}
        onChange={restSeconds =>
          editEntry(current => ({
            ...current,
            restSeconds,
            sets: current.sets.map(set => ({ ...set, restSeconds: null })),
          }))
        }
      />
      <NotesField notes={entry.notes} onChange={notes => editEntry(current => ({ ...current, notes }))} />
      <ExerciseMenu
        at={at}
        count={workout.exercises.length}
        isJoined={isWithAbove(workout.exercises, at)}
        onJoin={() => editExercises(exercises => toggleSuperset(exercises, at))}
        onMove={to => editExercises(exercises => moveItem(exercises, at, to))}
        onReplace={onReplace}
        onRemove={() =>
          editExercises(exercises => withoutSingles(exercises.filter(({ id }) => id !== entry.id)))
        }
      />
    </Sheet>
  )
}
