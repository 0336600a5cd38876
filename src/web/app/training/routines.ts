import type { RoutineFieldsFragment } from '../../../../generated/operations/web-app.js'
import { toPlanned, type PlannedExercise } from './plan.js'

/** A routine in the form in which it is saved. */
export interface Routine {
  id: string
  title: string
  notes: string | null
  folderId: string | null
  position: number
  exercises: PlannedExercise[]
}

export const toRoutine = ({
  id,
  title,
  notes,
  folderId,
  position,
  exercises,
}: RoutineFieldsFragment): Routine => ({
  ...{ id, title, notes, folderId, position },
  exercises: exercises.map(toPlanned),
})

export const newRoutine = (id: string, title: string, position: number): Routine => ({
  ...{ id, title, position, notes: null, folderId: null, exercises: [] },
})
