import type { Ground } from '../feature.js'
import { accountService } from './service.js'
import { accountStore } from './store.js'
import { usernameClaimStore } from './username-claim-store.js'

export function account({ platform: { database, events, clock } }: Ground) {
  const account = accountService({
    accounts: accountStore(database),
    usernameClaims: usernameClaimStore(database),
    database,
    events,
    clock,
  })
  return { services: { account } }
}
