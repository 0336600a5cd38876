import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { SaveWrite } from '../../owned/models.js'
import { readPlannedExercise } from '../programs/input.js'
import { maxExercisesPerDay } from '../programs/limits.js'
import type { PlannedExercise, PlannedExerciseDraft } from '../programs/models.js'
import type { FolderContent, FolderDraft, FromWorkoutDraft, RoutineContent, RoutineDraft } from './models.js'

const maxTitleLength = 200
const maxFolderTitleLength = 100
const maxNotesLength = 5000
const positions = [0, 1_000_000] as const

export const countSets = ({ exercises }: Pick<RoutineDraft, 'exercises'>): number =>
  exercises.reduce((sum, { sets }) => sum + sets.length, 0)

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readRoutine(draft: RoutineDraft, path: string): SaveWrite<RoutineContent> {
  const routine = inputReader(draft, path)
  const exercises = routine.list('exercises', maxExercisesPerDay, readRoutineExercise)
  assertUniqueIds(exercises, path)
  return {
    id: routine.id('id'),
    expectedVersion: draft.expectedVersion ?? null,
    content: {
      title: routine.line('title', maxTitleLength, 1) ?? '',
      notes: routine.lines('notes', maxNotesLength),
      folderId: routine.id('folderId'),
      position: routine.integer('position', positions) ?? 0,
      exercises,
    },
    path,
  }
}

/** Only programs replace exercises by harder ones. */
function readRoutineExercise(draft: PlannedExerciseDraft, path: string): PlannedExercise {
  const { progression, ...planned } = readPlannedExercise(draft, path)
  return { ...planned, progression: progression && { ...progression, harderExerciseId: null } }
}

function assertUniqueIds(exercises: readonly PlannedExercise[], path: string): void {
  const ids = exercises.map(({ id }) => id)
  const duplicate = ids.findIndex((id, index) => ids.indexOf(id) < index)
  if (duplicate >= 0)
    throw badUserInputAt(`${path}.exercises[${duplicate}].id`, 'must be unique in the routine.')
}

/** @param path of the input in the request @throws AppError BAD_USER_INPUT */
export function readFolder(draft: FolderDraft, path: string): SaveWrite<FolderContent> {
  const folder = inputReader(draft, path)
  return {
    id: folder.id('id'),
    expectedVersion: draft.expectedVersion ?? null,
    content: {
      title: folder.line('title', maxFolderTitleLength, 1) ?? '',
      position: folder.integer('position', positions) ?? 0,
    },
    path,
  }
}

/** @throws AppError BAD_USER_INPUT */
export function readFromWorkout(draft: FromWorkoutDraft, path: string) {
  const source = inputReader(draft, path)
  return {
    id: source.id('id'),
    workoutId: source.id('workoutId'),
    title: source.line('title', maxTitleLength, 1),
  }
}
