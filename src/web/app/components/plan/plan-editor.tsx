import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Plus } from 'lucide'
import { Icon } from '../../../shared/icon.js'
import { t } from '../../i18n.js'
import { newPlannedExercise, type PlannedExercise } from '../../training/plan.js'
import { ExercisePicker } from '../exercise-picker.js'
import { PlannedExerciseCard } from './planned-exercise-card.js'

/** The most exercises that the service accepts. */
const maxExercises = 30

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
        <PlannedExerciseCard
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
