import { seconds } from '../../../lib/quantities.js'
import type { AccountService } from '../account/service.js'
import type { FeatureContext } from '../../feature.js'
import { usageResolvers } from './resolvers.js'
import { usageService } from './service.js'
import { usageStore } from './store.js'

export function usage(
  { platform: { database, clock, onClose } }: FeatureContext,
  { account }: { account: AccountService },
) {
  const usage = usageService({ uses: usageStore(database), clock })
  onClose(usage.flush)
  return {
    services: { usage },
    resolvers: usageResolvers(usage, account),
    jobs: [{ name: 'count deprecated fields', interval: 10 * seconds, run: usage.flush }],
  }
}
