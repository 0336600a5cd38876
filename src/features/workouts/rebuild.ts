import { nextTurn } from '../../lib/turns.js'
import type { Database } from '../../platform/database/database.js'
import type { AchievedChange } from '../achievements/models.js'
import type { AchievementService } from '../achievements/service.js'
import type { TrainedChange } from '../analytics/models.js'
import type { AnalyticsService } from '../analytics/service.js'
import type { Tally } from '../owned/models.js'
import type { OwnedService } from '../owned/service.js'
import type { RecordService } from '../records/service.js'
import type { WorkoutStore } from './store.js'
import { achievedWorkout, trainedWorkout } from './trained.js'

interface Dependencies {
  workouts: Pick<WorkoutStore, 'completed'>
  owned: Pick<OwnedService, 'head' | 'derive'>
  analytics: Pick<AnalyticsService, 'rewrite'>
  achievements: Pick<AchievementService, 'follow'>
  records: Pick<RecordService, 'countImprovements'>
  database: Pick<Database, 'transaction'>
}

/** Who writes something in every one of so many moments is rebuilt another time. */
const mostTries = 5

/**
 * Derives what analytics and achievements keep of somebody anew from all their workouts. It reads them outside every
 * transaction and writes only where nothing has changed since: who trains meanwhile is not held up, and loses nothing.
 * What was earned stays, and which programs were finished.
 * @returns whether it was done; not where they wrote again and again meanwhile
 */
export function statisticsRebuilder(dependencies: Dependencies): (userId: string) => Promise<boolean> {
  const { workouts, owned, analytics, achievements, records, database } = dependencies

  async function history(userId: string) {
    const trained: TrainedChange[] = []
    const achieved: AchievedChange[] = []
    for await (const rows of workouts.completed(userId)) {
      for (const { id, content, derived } of rows) {
        if (!content) continue
        const bodyWeight = derived?.bodyWeight ?? null
        trained.push({ id, before: null, after: trainedWorkout(content, bodyWeight) })
        achieved.push({ before: null, after: achievedWorkout(content, bodyWeight) })
      }
      await nextTurn()
    }
    return { trained, achieved, improvements: await records.countImprovements(userId) }
  }

  async function tried(userId: string): Promise<boolean> {
    const { seq } = await owned.head(userId)
    const { trained, achieved, improvements } = await history(userId)
    return database.transaction(userId, async () => {
      const head = await owned.head(userId)
      if (head.seq !== seq) return false
      const trainingYears = await analytics.rewrite(userId, trained, head)
      const tally: Tally = { sums: {}, weeks: '', days: {}, programs: head.tally?.programs ?? [] }
      const happened = { records: improvements, exercises: {}, finished: [] }
      const reached = achievements.follow(userId, achieved, happened, { ...head, tally })
      await owned.derive(userId, { trainingYears, ...reached })
      return true
    })
  }

  return async userId => {
    for (let left = mostTries; left > 0; left--) if (await tried(userId)) return true
    return false
  }
}
