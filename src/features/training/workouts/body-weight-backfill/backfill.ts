import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import type { Database } from '../../../../platform/database/database.js'
import type { BodyWeightListener } from '../../../people/measurements/body-weight-history.js'
import type { ProfileService } from '../../../people/profile/service.js'
import { bodyWeightUpdater, type UpdaterDependencies } from './updater.js'
import { mergeSpans } from './spans.js'
import type { BackfillStore } from './store.js'
import { backfillWorker } from './worker.js'

interface Dependencies extends UpdaterDependencies {
  backfills: BackfillStore
  profile: Pick<ProfileService, 'weight'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  background: BackgroundTasks
  clock: () => Date
}

/**
 * Updates the body weights of workouts when the user's body weight changes. The latest workouts are updated in the
 * transaction of the change, which also stores the remaining days; a background worker updates those later, in
 * transactions of their own.
 */
export function bodyWeightBackfill(dependencies: Dependencies) {
  const { backfills, profile, database, background, clock } = dependencies
  const update = bodyWeightUpdater(dependencies)

  const continueBackfill = (userId: string): Promise<boolean> =>
    database.transaction(userId, async () => {
      const pending = await backfills.find(userId)
      if (pending.length === 0) return false
      const remaining = await update(userId, pending)
      await backfills.write(userId, remaining, clock())
      return remaining.length > 0
    })
  const worker = backfillWorker({ backfills, continueBackfill, background, clock })

  const onBodyWeightChange: BodyWeightListener = async (userId, { spans, bodyWeights }) => {
    const profileWeight = await profile.weight(userId)
    const firstDay = bodyWeights[0]?.date
    const added = spans.map(span => {
      const startsBeforeMeasurements = firstDay === undefined || span.from < firstDay
      return { ...span, profileWeight: startsBeforeMeasurements ? profileWeight : null, lastProcessed: null }
    })
    const pending = await backfills.find(userId)
    const remaining = await update(userId, mergeSpans(pending, added))
    if (pending.length > 0 || remaining.length > 0) await backfills.write(userId, remaining, clock())
    if (remaining.length > 0) database.afterCommit(() => worker.start(userId))
  }

  return { onBodyWeightChange, run: worker.run, stop: worker.stop }
}
