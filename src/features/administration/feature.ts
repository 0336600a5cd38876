import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { AuthService } from '../auth/service.js'
import type { Ground } from '../feature.js'
import type { ProfileService } from '../profile/service.js'
import { administrationResolvers } from './resolvers.js'

interface Needs {
  account: AccountService
  audit: AuditService
  auth: AuthService
  profile: ProfileService
}

export const administration = (_ground: Ground, needs: Needs) => ({
  services: {},
  resolvers: administrationResolvers(needs),
})
