import type { JSX } from 'preact'
import { moveItem } from '../../../shared/move-item.js'
import { exerciseName } from '../../data/catalogue.js'
import { t } from '../../i18n.js'
import { isWithAbove, toggleSuperset, withoutSingles, type PlannedExercise } from '../../training/plan.js'
import { ExerciseMenu } from '../exercise-menu.js'
import { RestSelect } from '../rest-select.js'
import { Sheet } from '../sheet.js'
import { ProgressionFields } from './progression-fields.js'

export interface PlannedExerciseProps {
  exercises: readonly PlannedExercise[]
  exercise: PlannedExercise
  /** The position of the exercise in the list. */
  at: number
  hasProgression: boolean
  edit(change: (exercises: readonly PlannedExercise[]) => PlannedExercise[]): void
}

interface Props extends PlannedExerciseProps {
  editExercise(change: (exercise: PlannedExercise) => Partial<PlannedExercise>): void
  onReplace(): void
  onClose(): void
}

/** The options of an exercise of a plan. */
export function PlannedExerciseSheet(props: Props): JSX.Element {
  const { exercises, exercise, at, hasProgression, edit, editExercise, onReplace, onClose } = props

  function apply(change: (exercises: readonly PlannedExercise[]) => PlannedExercise[]): void {
    onClose()
    edit(change)
  }

  return (
    <Sheet title={exerciseName(exercise.exerciseId)} onClose={onClose}>
      <RestSelect<number | null>
        seconds={exercise.sets[0]?.restSeconds ?? null}
        others={[[null, t('plan.restUnset')]]}
        onChange={restSeconds =>
          editExercise(({ sets }) => ({ sets: sets.map(set => ({ ...set, restSeconds })) }))
        }
      />
      {hasProgression && (
        <ProgressionFields
          progression={exercise.progression}
          sets={exercise.sets}
          onChange={progression => editExercise(() => ({ progression }))}
        />
      )}
      <ExerciseMenu
        at={at}
        count={exercises.length}
        isJoined={isWithAbove(exercises, at)}
        onJoin={() => apply(current => toggleSuperset(current, at))}
        onMove={to => apply(current => moveItem(current, at, to))}
        onReplace={onReplace}
        onRemove={() => apply(current => withoutSingles(current.filter(({ id }) => id !== exercise.id)))}
      />
    </Sheet>
  )
}
