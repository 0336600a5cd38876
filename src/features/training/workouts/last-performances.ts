import type { OwnedService } from '../../owned/service.js'
import { exerciseUse } from '../exercises/exercise-use.js'
import type { WorkoutSet } from './models.js'
import { performedExercises } from './performed.js'
import type { WorkoutStore } from './store.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  workouts: Pick<WorkoutStore, 'findStartingAt'>
}

/** Returns the completed sets of each exercise in the last workout in which it was performed, by exercise. */
export type FindLastPerformances = (
  userId: string,
  exerciseIds: readonly string[],
) => Promise<Map<string, WorkoutSet[]>>

export const lastPerformances =
  ({ owned, workouts }: Dependencies): FindLastPerformances =>
  async (userId, exerciseIds) => {
    const head = await owned.head(userId)
    const times = exerciseIds.flatMap(id => exerciseUse(head, id)?.lastPerformedAt ?? [])
    const rows = times.length === 0 ? [] : await workouts.findStartingAt(userId, times)
    return new Map(
      exerciseIds.flatMap(exerciseId => {
        const startedAt = exerciseUse(head, exerciseId)?.lastPerformedAt?.getTime()
        const found = rows.find(
          ({ content }) =>
            content !== null &&
            content.startedAt.getTime() === startedAt &&
            performedExercises(content).includes(exerciseId),
        )
        const entries = found?.content?.exercises.filter(entry => entry.exerciseId === exerciseId) ?? []
        const sets = entries.flatMap(entry => entry.sets.filter(({ completedAt }) => completedAt !== null))
        return sets.length > 0 ? [[exerciseId, sets] as const] : []
      }),
    )
  }
