import { version } from '../../version.js'
import type { FeatureContext } from '../feature.js'
import type { AssetService } from '../media/assets/service.js'
import type { AccountService } from '../people/account/service.js'
import type { AuditService } from '../people/audit/service.js'
import type { ImportService } from '../portability/imports/service.js'
import type { QueueState } from '../../platform/database/queue-state.js'
import { minutes } from '../../lib/quantities.js'
import { loadHistory } from './load-history.js'
import { serviceStatusResolvers } from './resolvers.js'
import { serviceStatusService } from './service.js'

interface Dependencies {
  account: AccountService
  assets: Pick<AssetService, 'pendingVariantState'>
  audit: AuditService
  mailRequestQueue: () => Promise<QueueState>
  erasureQueue: () => Promise<QueueState>
  imports: ImportService
  webhookQueue: () => Promise<QueueState>
}

export function serviceStatus(
  { platform: { mailQueue, storage, clock } }: FeatureContext,
  { account, assets, audit, imports, mailRequestQueue, erasureQueue, webhookQueue }: Dependencies,
) {
  const load = loadHistory(clock)
  const service = serviceStatusService({
    account,
    audit,
    imports,
    queues: {
      MAILS: mailQueue.state,
      MAIL_REQUESTS: mailRequestQueue,
      PHOTO_VARIANTS: assets.pendingVariantState,
      ERASURES: erasureQueue,
      WEBHOOK_DELIVERIES: webhookQueue,
    },
    pingStorage: storage.ping,
    version,
    clock,
  })
  return {
    services: { recordResponse: load.recordResponse },
    resolvers: serviceStatusResolvers(service, load),
    jobs: [{ name: 'measure the load', interval: 1 * minutes, run: load.sample }],
  }
}
