import type { FastifyInstance } from 'fastify'
import { minutes } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { ProfileService } from '../../profile/service.js'
import type { MailRequestService } from '../mail-requests/service.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { FactorProofs } from '../second-factor/proofs.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { SessionService } from '../sign-in/sessions.js'
import type { StepUpService } from '../step-up/service.js'
import { deletionJob } from './deletion-job.js'
import { erasureStore } from './erasure-store.js'
import { deletionPages } from './pages.js'
import { deletionResolvers } from './resolvers.js'
import { deletionService } from './service.js'

interface Dependencies {
  account: AccountService
  audit: AuditService
  profile: ProfileService
  sessions: SessionService
  stepUp: StepUpService
  secondFactors: SecondFactorStore
  factorProofs: FactorProofs
  mailRequests: MailRequestService
  mailTokens: MailTokenStore
  mails: AccountMails
}

/** The deletion of accounts with all their data. */
export function deletion(
  { platform, config, userData }: FeatureContext,
  { account, mailRequests, mails, factorProofs: proofs, ...dependencies }: Dependencies,
) {
  const { database, mailQueue, backgroundTasks: background, clock } = platform
  const gracePeriod = config.ACCOUNT_DELETION_GRACE
  const erasures = erasureStore(database)
  const deletion = deletionService({
    ...dependencies,
    account,
    proofs,
    mails,
    mailQueue,
    erasures,
    database,
    gracePeriod,
    clock,
    startErasure: requestId => background.run({ purpose: 'delete accounts', requestId }, runDeletions),
  })
  const { removeAccount } = deletion
  const runDeletions = deletionJob({
    account,
    removeAccount,
    erasures,
    mailQueue,
    mails,
    userData,
    database,
    clock,
  })
  return {
    services: { deletion: { ...deletion, runDeletions }, erasureQueue: erasures.state },
    resolvers: deletionResolvers(deletion),
    routes: async (app: FastifyInstance) => {
      const options = { mailRequests, deletion, brandName: config.BRAND_NAME, gracePeriod }
      await app.register(deletionPages, { prefix: '/account/delete', ...options })
    },
    jobs: [{ name: 'delete accounts', interval: 1 * minutes, run: runDeletions }],
  }
}
