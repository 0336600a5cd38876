import type { BackgroundTasks } from '../../../../lib/background-tasks.js'
import type { Database } from '../../../../platform/database/database.js'
import type { BodyWeightListener } from '../../../progress/measurements/body-weight-history.js'
import type { ProfileService } from '../../../people/profile/service.js'
import { bodyWeightSettler, type SettlerDependencies } from './settler.js'
import { withSpans } from './spans.js'
import type { UnsettledStore } from './store.js'
import { settlingWorker } from './worker.js'

interface Dependencies extends SettlerDependencies {
  unsettled: UnsettledStore
  profile: Pick<ProfileService, 'weight'>
  database: Pick<Database, 'transaction' | 'afterCommit'>
  background: BackgroundTasks
  clock: () => Date
}

/**
 * Has workouts follow the weight of the body. Those of some months are settled with the change; of more, the latest are,
 * and the rest in transactions of their own after it, of which the journal is written with the change.
 */
export function settling(dependencies: Dependencies) {
  const { unsettled, profile, database, background, clock } = dependencies
  const settleSome = bodyWeightSettler(dependencies)

  const settleMore = (userId: string): Promise<boolean> =>
    database.transaction(userId, async () => {
      const waiting = await unsettled.find(userId)
      if (waiting.length === 0) return false
      const left = await settleSome(userId, waiting)
      await unsettled.write(userId, left, clock())
      return left.length > 0
    })
  const worker = settlingWorker({ unsettled, settleMore, background, clock })

  const follow: BodyWeightListener = async (userId, { spans, bodyWeights: weighings }) => {
    const ofProfile = await profile.weight(userId)
    const firstDay = weighings[0]?.date
    const news = spans.map(span => {
      const isUnweighed = firstDay === undefined || span.from < firstDay
      return { ...span, ofProfile: isUnweighed ? ofProfile : null, reached: null }
    })
    const waiting = await unsettled.find(userId)
    const left = await settleSome(userId, withSpans(waiting, news))
    if (waiting.length > 0 || left.length > 0) await unsettled.write(userId, left, clock())
    if (left.length > 0) database.afterCommit(() => worker.wake(userId))
  }

  return { follow, sweep: worker.sweep, stop: worker.stop }
}
