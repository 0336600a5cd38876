import { isDeepStrictEqual } from 'node:util'
import { chunk } from '../../../lib/chunk.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { Database } from '../../../platform/database/database.js'
import type { AchievedChange } from '../../progress/achievements/models.js'
import type { AchievementService } from '../../progress/achievements/service.js'
import type { TrainedChange } from '../../progress/analytics/models.js'
import type { AnalyticsService } from '../../progress/analytics/service.js'
import type { ExerciseService } from '../exercises/service.js'
import type { DerivedPatch, Head, Tally } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import type { RecordService } from '../../progress/records/service.js'
import type { WorkoutDerived } from './models.js'
import { performedExercises, performedWorkout } from './performed.js'
import type { WorkoutRow, WorkoutStore } from './store.js'
import { achievedWorkout, trainedWorkout } from './trained.js'

interface Dependencies {
  workouts: Pick<WorkoutStore, 'every'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  exercises: Pick<ExerciseService, 'known'>
  analytics: Pick<AnalyticsService, 'rewrite'>
  achievements: Pick<AchievementService, 'follow'>
  records: Pick<RecordService, 'entriesOf' | 'derived' | 'correct'>
  database: Pick<Database, 'transaction'>
}

/** Who writes something in every one of so many moments is rebuilt another time. */
const mostTries = 5
/** Workouts that are corrected in one transaction. */
const correctedAtOnce = 500

/** What a workout is to everything that is derived from it. */
interface Seen {
  id: string
  trained: TrainedChange
  achieved: AchievedChange
  entries: ReturnType<RecordService['entriesOf']>
  derived: WorkoutDerived | null
  performed: string[]
  /** The exercises that it names. */
  named: string[]
}

/**
 * Derives what is kept of somebody's training anew from all their workouts: records, analytics, achievements. It reads
 * them outside every transaction and writes only where nothing has changed since: who trains meanwhile is not held up,
 * and loses nothing. What was earned stays, and which programs were finished.
 * @returns whether it was done; not where they wrote again and again meanwhile
 */
export function statisticsRebuilder(dependencies: Dependencies): (userId: string) => Promise<boolean> {
  const { workouts, owned, exercises, analytics, achievements, records, database } = dependencies

  async function see(userId: string, rows: readonly WorkoutRow[]): Promise<Seen[]> {
    const ids = rows.flatMap(({ content }) => content?.exercises.map(({ exerciseId }) => exerciseId) ?? [])
    const known = await exercises.known(userId, [...new Set(ids)])
    return rows.flatMap(({ id, content, derived }): Seen[] => {
      if (!content) return []
      const bodyWeight = derived?.bodyWeight ?? null
      const trained = { id, before: null, after: trainedWorkout(content, bodyWeight) }
      const achieved = { before: null, after: achievedWorkout(content, bodyWeight) }
      const entries = records.entriesOf(performedWorkout(id, content, bodyWeight, known))
      const named = [...new Set(content.exercises.map(({ exerciseId }) => exerciseId))]
      return [{ id, trained, achieved, entries, derived, performed: performedExercises(content), named }]
    })
  }

  async function history(userId: string): Promise<Seen[]> {
    const seen: Seen[] = []
    for await (const rows of workouts.every(userId)) {
      seen.push(...(await see(userId, rows)))
      await yieldToEventLoop()
    }
    return seen
  }

  /** In a transaction of its own. @returns null where something has changed since */
  const unless = <T>(userId: string, seq: number, write: (head: Head) => Promise<T>): Promise<T | null> =>
    database.transaction(userId, async () => {
      const head = await owned.head(userId)
      return head.seq === seq ? write(head) : null
    })

  async function tried(userId: string): Promise<boolean> {
    let { seq } = await owned.head(userId)
    const seen = await history(userId)
    const entries = seen.map(({ entries }) => entries)
    const derived = await records.derived(userId, entries)
    for (const piece of chunk(corrected(seen, derived), correctedAtOnce, () => 1)) {
      const written = await unless(userId, seq, async () => {
        await owned.derive(userId, { derived: piece })
        return seq + piece.length
      })
      if (written === null) return false
      seq = written
    }
    const written = await unless(userId, seq, async head => {
      await records.correct(userId, derived)
      const trained = seen.map(({ trained }) => trained)
      const trainingYears = await analytics.rewrite(userId, trained, head)
      const uses = usesAfter(head.exercises, derived.exercises)
      const tally: Tally = { sums: {}, weeks: '', days: {}, programs: head.tally?.programs ?? [] }
      const happened = { records: derived.improvements, exercises: uses, finished: [] }
      const achieved = seen.map(({ achieved }) => achieved)
      const reached = achievements.follow(userId, achieved, happened, { ...head, tally })
      await owned.derive(userId, { exercises: uses, trainingYears, ...reached })
      return true
    })
    return written ?? false
  }

  return async userId => {
    for (let left = mostTries; left > 0; left--) if (await tried(userId)) return true
    return false
  }
}

type Derived = Awaited<ReturnType<RecordService['derived']>>

/** The workouts of which something else is kept than what they come to. */
function corrected(seen: readonly Seen[], { previous, kept }: Derived): DerivedPatch[] {
  return seen.flatMap(({ id, derived, performed, named }): DerivedPatch[] => {
    const pointers = previous.get(id) ?? {}
    const is = {
      performed,
      previous: Object.fromEntries(named.map(exerciseId => [exerciseId, pointers[exerciseId] ?? null])),
      kept: kept.get(id) ?? '[]',
    }
    const was = derived && { performed: derived.performed, previous: derived.previous, kept: derived.kept }
    return isDeepStrictEqual(was, is) ? [] : [{ id, type: 'WORKOUT', set: is }]
  })
}

/** What is to be written of how exercises are used. */
function usesAfter(before: Head['exercises'], after: Derived['exercises']): Derived['exercises'] {
  const gone = Object.keys(before).filter(id => !(id in after))
  const others = Object.entries(after).filter(([id, use]) => !isDeepStrictEqual(use, before[id]))
  return Object.fromEntries([...others, ...gone.map(id => [id, null] as const)])
}
