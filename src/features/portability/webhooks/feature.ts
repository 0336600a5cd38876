import { parseMilliseconds } from '../../../config/settings.js'
import { deriveKey } from '../../../lib/encryption.js'
import { seconds } from '../../../lib/quantities.js'
import type { RequestContext } from '../../../viewer.js'
import type { FeatureContext } from '../../feature.js'
import type { OwnedService } from '../../owned/service.js'
import type { AuditService } from '../../people/audit/service.js'
import type { SecurityNotices } from '../../people/auth/mails/security-notices.js'
import type { StepUpService } from '../../people/auth/step-up/service.js'
import type { AchievementService } from '../../progress/achievements/service.js'
import type { RecordService } from '../../progress/records/service.js'
import { deliveryQueue } from './queue.js'
import { deliveryStore } from './delivery-store.js'
import { webhookEvents } from './events.js'
import { webhookResolvers } from './resolvers.js'
import { webhookSender } from './sender.js'
import { webhookService } from './service.js'
import { webhookStore } from './store.js'

interface Dependencies {
  owned: OwnedService
  audit: AuditService
  stepUp: StepUpService
  securityNotices: SecurityNotices
  records: Pick<RecordService, 'onNewRecords'>
  achievements: Pick<AchievementService, 'onEarned'>
}

export function webhooks({ platform, config }: FeatureContext, dependencies: Dependencies) {
  const { database, telemetry, encryptionSecret, log, clock } = platform
  const allowPrivateAddresses = config.WEBHOOK_ALLOW_PRIVATE_ADDRESSES
  const store = webhookStore(database)
  const deliveries = deliveryStore(database)
  const wake = () => queue.wake()
  const events = webhookEvents({ ...dependencies, store, deliveries, database, wake, clock })
  const webhooks = webhookService({
    ...dependencies,
    store,
    deliveries,
    updateHead: events.updateHead,
    database,
    wake,
    key: deriveKey(encryptionSecret, 'webhooks'),
    urlRules: { allowHttp: config.NODE_ENV !== 'production', allowPrivateAddresses },
    clock,
  })
  const queue = deliveryQueue({
    store,
    deliveries,
    send: webhookSender({ allowPrivateAddresses }),
    secretOf: webhooks.secretOf,
    disable: webhooks.disable,
    retrySchedule: config.WEBHOOK_RETRY_SCHEDULE.map(parseMilliseconds),
    disableAfter: config.WEBHOOK_DISABLE_AFTER,
    meter: telemetry.meter,
    log,
    clock,
  })
  platform.onClose(queue.close)
  dependencies.owned.onWrite(events.onWrite)
  dependencies.records.onNewRecords(events.onNewRecords)
  dependencies.achievements.onEarned(events.onEarned)

  async function* exported(userId: string) {
    for (const { id, url, events, isEnabled, disabledReason, createdAt } of await webhooks.list(userId))
      yield { id, url, events, isEnabled, disabledReason, createdAt }
  }

  return {
    services: {
      webhooks: { ...webhooks, onWrite: events.onWrite, deliverDue: queue.deliverDue },
      webhookQueue: queue.state,
    },
    resolvers: webhookResolvers(webhooks),
    async findNode(id: string, { viewer }: RequestContext) {
      if (!viewer) return null
      const webhook = await webhooks.find(viewer.id, id)
      if (webhook) return { __typename: 'Webhook', ...webhook }
      return { __typename: 'WebhookDelivery', ...(await webhooks.getDelivery(viewer.id, id)) }
    },
    jobs: [{ name: 'deliver webhooks', interval: 5 * seconds, run: async () => queue.wake() }],
    userData: {
      async erase(userId: string) {
        await store.erase(userId)
        await deliveries.erase(userId)
      },
      export: (userId: string) => ({
        webhooks: exported(userId),
        webhookDeliveries: webhooks.exportDeliveries(userId),
      }),
    },
  }
}
