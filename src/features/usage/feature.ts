import { seconds } from '../../lib/quantities.js'
import type { AccountService } from '../account/service.js'
import type { Ground } from '../feature.js'
import { usageResolvers } from './resolvers.js'
import { usageService } from './service.js'
import { usageStore } from './store.js'

export function usage(
  { platform: { database, clock, atEnd } }: Ground,
  { account }: { account: AccountService },
) {
  const usage = usageService({ uses: usageStore(database), clock })
  atEnd(usage.flush)
  return {
    services: { usage },
    resolvers: usageResolvers(usage, account),
    chores: [{ name: 'count deprecated fields', every: 10 * seconds, run: usage.flush }],
  }
}
