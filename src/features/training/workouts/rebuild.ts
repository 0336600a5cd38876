import { isDeepStrictEqual } from 'node:util'
import { chunk } from '../../../lib/chunk.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { Database } from '../../../platform/database/database.js'
import type { ExerciseService } from '../exercises/service.js'
import type { DerivedPatch, Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { workoutVersion, type WorkoutListeners } from './listeners.js'
import type { WorkoutDerived } from './models.js'
import { performedExercises } from './performed.js'
import type { StoredWorkout, WorkoutStore } from './store.js'

interface Dependencies {
  workouts: Pick<WorkoutStore, 'streamBatches'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  exercises: Pick<ExerciseService, 'findMany'>
  listeners: Pick<WorkoutListeners, 'beginRebuild'>
  database: Pick<Database, 'transaction'>
}

const maxAttempts = 5
/** The number of workouts that are corrected in one transaction. */
const correctionBatchSize = 500

interface DerivedWorkout {
  id: string
  /** The derived data that is stored. */
  stored: WorkoutDerived | null
  performed: string[]
}

/**
 * Rebuilds all data that is derived from workouts. It reads the workouts outside every transaction and writes only
 * if nothing has changed since, so that it neither delays nor loses concurrent writes of the user.
 * @returns false if the user wrote during each of several attempts
 */
export function statisticsRebuilder(dependencies: Dependencies): (userId: string) => Promise<boolean> {
  const { workouts, owned, exercises, listeners, database } = dependencies
  type Rebuild = ReturnType<WorkoutListeners['beginRebuild']>

  async function addWorkouts(userId: string, rows: readonly StoredWorkout[], rebuild: Rebuild) {
    const ids = rows.flatMap(({ content }) => content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])
    const exercisesById = await exercises.findMany(userId, [...new Set(ids)])
    return rows.flatMap(({ id, content, derived }): DerivedWorkout[] => {
      if (!content) return []
      rebuild.add(id, workoutVersion(id, content, derived?.bodyWeight ?? null, null, exercisesById))
      return [{ id, stored: derived, performed: performedExercises(content) }]
    })
  }

  async function readHistory(userId: string, rebuild: Rebuild): Promise<DerivedWorkout[]> {
    const found: DerivedWorkout[] = []
    for await (const rows of workouts.streamBatches(userId)) {
      found.push(...(await addWorkouts(userId, rows, rebuild)))
      await yieldToEventLoop()
    }
    return found
  }

  /** Writes in a transaction. @returns null if something has changed since */
  const writeUnlessChanged = <T>(
    userId: string,
    seq: number,
    write: (head: Head) => Promise<T>,
  ): Promise<T | null> =>
    database.transaction(userId, async () => {
      const head = await owned.head(userId)
      return head.seq === seq ? write(head) : null
    })

  async function attempt(userId: string): Promise<boolean> {
    let { seq } = await owned.head(userId)
    const rebuild = listeners.beginRebuild(userId)
    const found = await readHistory(userId, rebuild)
    const { derivedOf, write } = await rebuild.derive()
    const patches = found.flatMap(workout => correctionOf(workout, derivedOf(workout.id)) ?? [])
    for (const batch of chunk(patches, correctionBatchSize, () => 1)) {
      const written = await writeUnlessChanged(userId, seq, async () => {
        await owned.derive(userId, { derived: batch })
        return seq + batch.length
      })
      if (written === null) return false
      seq = written
    }
    const written = await writeUnlessChanged(userId, seq, async current => {
      const { derived = [], head = {} } = await write(current)
      await owned.derive(userId, { derived, head })
      return true
    })
    return written ?? false
  }

  return async userId => {
    for (let attempts = 0; attempts < maxAttempts; attempts++) if (await attempt(userId)) return true
    return false
  }
}

/** Returns null if the stored data is correct. */
function correctionOf(
  { id, stored, performed }: DerivedWorkout,
  derived: Partial<WorkoutDerived>,
): DerivedPatch | null {
  const set: Record<string, unknown> = { performed, ...derived }
  const before = (stored ?? {}) as Readonly<Record<string, unknown>>
  const isStored = Object.entries(set).every(([name, value]) => isDeepStrictEqual(before[name], value))
  return isStored ? null : { id, type: 'WORKOUT', set }
}
