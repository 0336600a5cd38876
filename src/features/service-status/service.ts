import { getHeapStatistics } from 'node:v8'
import { withDeadline } from '../../lib/deadline.js'
import { days, seconds } from '../../lib/quantities.js'
import type { QueueState } from '../../platform/database/queue-state.js'
import type { RequestContext } from '../../viewer.js'
import type { AccountService } from '../people/account/service.js'
import type { AuditService } from '../people/audit/service.js'
import type { ImportService } from '../portability/imports/service.js'
import type { DailyActivity, QueueName, ServiceQueue, ServiceStatus } from './models.js'

const activityDays = 14
const pingTimeout = 2 * seconds

interface Dependencies {
  account: Pick<AccountService, 'requireAdmin'>
  audit: Pick<AuditService, 'countActions'>
  imports: Pick<ImportService, 'countByStatus'>
  queues: Record<QueueName, () => Promise<QueueState>>
  pingStorage(): Promise<void>
  version: string
  clock: () => Date
}

/** The state of the service for administrators. */
export function serviceStatusService(dependencies: Dependencies) {
  const { account, audit, imports, queues, pingStorage, version, clock } = dependencies

  async function activityOf(from: Date): Promise<DailyActivity> {
    const to = new Date(from.getTime() + 1 * days)
    const [registrations = 0, logins = 0, failedLogins = 0] = await Promise.all(
      (['REGISTERED', 'LOGGED_IN', 'LOGIN_FAILED'] as const).map(action =>
        audit.countActions(action, from, to),
      ),
    )
    return { date: from.toISOString().slice(0, 10), registrations, logins, failedLogins }
  }

  return {
    /** @throws AppError UNAUTHENTICATED, FORBIDDEN */
    async status(context: RequestContext): Promise<ServiceStatus> {
      await account.requireAdmin(context)
      return {
        version,
        startedAt: new Date(Math.floor(performance.timeOrigin)),
        heapUsedBytes: process.memoryUsage().heapUsed,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        isStorageReachable: await withDeadline(pingStorage(), pingTimeout).then(
          () => true,
          () => false,
        ),
      }
    },

    queues: (): Promise<ServiceQueue[]> =>
      Promise.all(
        (Object.keys(queues) as QueueName[]).map(async name => ({ name, ...(await queues[name]()) })),
      ),

    imports: imports.countByStatus,

    /** The last days, of which today is the last. */
    activity(): Promise<DailyActivity[]> {
      const today = Math.floor(clock().getTime() / days) * days
      const starts = Array.from(
        { length: activityDays },
        (_, at) => new Date(today - (activityDays - 1 - at) * days),
      )
      return Promise.all(starts.map(activityOf))
    },
  }
}

export type ServiceStatusService = ReturnType<typeof serviceStatusService>
