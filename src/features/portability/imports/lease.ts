import { seconds } from '../../../lib/quantities.js'
import type { Events } from '../../../platform/events/events.js'
import type { ImportCounts } from './models.js'
import type { ImportProgress } from './progress.js'
import type { ImportJob, ImportStore } from './store.js'

/** The interval at which progress is saved and the lease renewed, in milliseconds. */
const reportInterval = 0.5 * seconds

/** Another worker has claimed the import, the import was deleted, or the service is shutting down. */
export class StoppedError extends Error {}

/** The right of one worker to process an import, for as long as the lease is renewed. */
export interface Lease {
  /** Aborted with a StoppedError when this worker has to stop processing the import. */
  signal: AbortSignal
  /**
   * Renews the lease and saves progress as a part of the current transaction.
   * @throws StoppedError if the lease is lost, which rolls the transaction back
   */
  renew(changes?: Partial<ImportCounts>): Promise<void>
}

/** A lease as the worker that holds it controls it. */
export interface RunningLease extends Lease {
  abort(error: StoppedError): void
  /** Stops renewing the lease. Resolves when the last report has ended. */
  stop(): Promise<void>
}

interface Dependencies {
  imports: Pick<ImportStore, 'saveProgress'>
  events: Pick<Events, 'publish'>
  /** The id of the worker that has claimed the imports. */
  worker: string
  clock: () => Date
  onFailure(error: unknown): void
}

/** The topic of events that announce changes of an import. */
export const importTopic = (importId: string) => `import:${importId}`

/** Starts leases, which save progress and are renewed periodically until they are stopped. */
export const leaseStarter =
  ({ imports, events, worker, clock, onFailure }: Dependencies) =>
  (job: Pick<ImportJob, 'id'>, progress: Pick<ImportProgress, 'takeChanges'>): RunningLease => {
    const controller = new AbortController()
    const leaseLost = () => new StoppedError('another worker has claimed the import')
    let report = Promise.resolve()
    const timer = setInterval(() => {
      report = report.then(saveProgress)
    }, reportInterval)

    async function saveProgress(): Promise<void> {
      const ownsImport = await imports
        .saveProgress(job.id, worker, progress.takeChanges(), clock())
        .catch((error: unknown) => {
          onFailure(error)
          return true
        })
      if (!ownsImport) controller.abort(leaseLost())
      events.publish(importTopic(job.id), '')
    }

    return {
      signal: controller.signal,
      async renew(changes = {}) {
        if (!(await imports.saveProgress(job.id, worker, changes, clock()))) throw leaseLost()
      },
      abort: error => controller.abort(error),
      stop() {
        clearInterval(timer)
        return report
      },
    }
  }
