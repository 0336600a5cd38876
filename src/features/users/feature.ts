import type { Ground } from '../feature.js'
import { userService } from './service.js'
import { userStore } from './store.js'
import { usernameClaimStore } from './username-claim-store.js'
import { userResolvers } from './resolvers.js'

export function users({ platform: { database, events, clock } }: Ground) {
  const users = userService({
    users: userStore(database),
    usernameClaims: usernameClaimStore(database),
    events,
    clock,
  })
  return { services: { users }, resolvers: userResolvers(users) }
}
