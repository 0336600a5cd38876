import { derivedId } from '../../../lib/ids.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { PlannedExercise } from '../../training/programs/models.js'
import { plannedIds } from '../../training/programs/weeks-summary.js'

/** The number of ids that are tried for the copy of an exercise: the id of a deleted exercise cannot be used again. */
const maxAttempts = 20

/** The id of an exercise in the copy; null if the exercise no longer exists. */
export type CopiedExerciseId = (exerciseId: string) => string | null

/** Copies the custom exercises of a shared item to the user who copies the item. */
export function exerciseCopier(
  exercises: Pick<ExerciseService, 'findMany'> & { custom: CustomExerciseService },
) {
  /** @returns the ids of the copies by those of the originals */
  async function saveCopies(userId: string, originals: readonly Exercise[]): Promise<Map<string, string>> {
    const copyIds = new Map<string, string>()
    let remaining = originals
    for (let attempt = 0; attempt < maxAttempts && remaining.length > 0; attempt++) {
      const existing = await exercises.findMany(
        userId,
        remaining.map(({ id }) => copyIdOf(userId, id, attempt)),
      )
      const saves = remaining
        .filter(({ id }) => !existing.has(copyIdOf(userId, id, attempt)))
        .map(exercise => toSave(userId, exercise, attempt))
      const results = await exercises.custom.apply(userId, saves)
      const refused = results.find(({ error }) => error)?.error
      if (refused) throw refused
      // The record is missing if the caller has deleted an earlier copy, or if the id is taken.
      const saved = new Set(results.flatMap(({ row }) => (row?.content ? [row.id] : [])))
      remaining = remaining.filter(({ id }) => {
        const copyId = copyIdOf(userId, id, attempt)
        const isUsable = existing.get(copyId)?.isDeleted === false || saved.has(copyId)
        if (isUsable) copyIds.set(id, copyId)
        return !isUsable
      })
    }
    return copyIds
  }

  /**
   * Copies the custom exercises of the owner that a plan contains to the caller. An exercise that was copied before is used
   * again, as the caller has edited it.
   * @returns a function that maps the ids of the plan to those of the copy
   * @throws AppError CONFLICT if the caller has too many exercises
   */
  return async function copyCustomExercises(
    userId: string,
    ownerId: string,
    planned: readonly PlannedExercise[],
  ): Promise<CopiedExerciseId> {
    const found = await exercises.findMany(ownerId, planned.flatMap(plannedIds))
    if (userId === ownerId)
      return exerciseId => (found.get(exerciseId)?.isDeleted === false ? exerciseId : null)
    const custom = [...found.values()].filter(({ source }) => source === 'own')
    const copyIds = await saveCopies(userId, custom)
    return exerciseId => copyIds.get(exerciseId) ?? (found.has(exerciseId) ? exerciseId : null)
  }
}

const copyIdOf = (userId: string, exerciseId: string, attempt: number): string =>
  derivedId('shared exercise', userId, exerciseId, ...(attempt === 0 ? [] : [attempt]))

function toSave(userId: string, exercise: Exercise, attempt: number) {
  const { name, category, force, level, mechanic, equipment } = exercise
  const { primaryMuscles, secondaryMuscles, deltoids, trackingType, isUnilateral, bodyweightShare } = exercise
  return {
    id: copyIdOf(userId, exercise.id, attempt),
    expectedVersion: null,
    content: {
      ...{ name, category, force, level, mechanic, equipment, primaryMuscles, secondaryMuscles },
      ...{ deltoids, trackingType, isUnilateral, bodyweightShare },
      // Instructions can contain personal notes.
      instructions: [],
      aliases: [],
    },
    path: 'exercise',
  }
}
