import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { DeletionService } from '../auth/deletion/service.js'
import type { SecondFactorService } from '../auth/second-factor/service.js'
import type { AccountAccess } from '../auth/sign-in/account-access.js'
import type { SessionService } from '../auth/sign-in/sessions.js'
import type { StepUpService } from '../auth/step-up/service.js'
import type { FeatureContext } from '../../feature.js'
import type { ProfileService } from '../profile/service.js'
import { administrationResolvers } from './resolvers.js'
import { administrationService } from './service.js'

interface Dependencies {
  account: AccountService
  accountAccess: AccountAccess
  audit: AuditService
  sessions: SessionService
  deletion: DeletionService
  profile: ProfileService
  stepUp: StepUpService
  secondFactor: SecondFactorService
}

export function administration(
  { platform: { database } }: FeatureContext,
  { profile, ...dependencies }: Dependencies,
) {
  const administration = administrationService({ ...dependencies, database })
  return { services: { administration }, resolvers: administrationResolvers(administration, profile) }
}
