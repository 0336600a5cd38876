import type { FastifyInstance } from 'fastify'
import { hours } from '../../../../lib/quantities.js'
import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { AuditService } from '../../audit/service.js'
import type { ProfileService } from '../../profile/service.js'
import type { GuestService } from '../guests/service.js'
import type { MailRequestService } from '../mail-requests/service.js'
import type { CodeChallenges } from '../mailed-codes/challenges.js'
import type { AccountMails } from '../mails/account-mails.js'
import type { MailLimit } from '../mails/mail-limit.js'
import type { MailLinks } from '../mails/mail-links.js'
import type { MailTokenStore } from '../mails/mail-token-store.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import type { AccountAccess } from '../sign-in/account-access.js'
import type { PasswordConfirmation } from '../step-up/password-confirmation.js'
import type { StepUpService } from '../step-up/service.js'
import { demoAccounts, demoPasswordHashes } from './demo-accounts.js'
import { emailChange } from './email-change.js'
import { accountPages } from './pages.js'
import { passwordChange } from './password-change.js'
import { registrationResolvers } from './resolvers.js'
import { registrationRoutes } from './routes.js'
import { registrationService } from './service.js'

const emailChangesPerHour = 5

interface Dependencies {
  account: AccountService
  accountAccess: AccountAccess
  audit: AuditService
  profile: ProfileService
  passwords: PasswordHasher
  passwordConfirmation: PasswordConfirmation
  stepUp: StepUpService
  guests: GuestService
  codeChallenges: CodeChallenges
  mailRequests: MailRequestService
  mails: AccountMails
  mailTokens: MailTokenStore
  mailLinks: MailLinks
  mailLimit: MailLimit
}

/** The registration of accounts, and the changes of their addresses and passwords. */
export function registration({ platform, config }: FeatureContext, dependencies: Dependencies) {
  const { database, mailQueue, counters, clock } = platform
  const { passwordConfirmation, codeChallenges, mailLinks, mailRequests, ...others } = dependencies
  const requests = counters.counter({
    name: 'email-change',
    limit: emailChangesPerHour,
    window: 1 * hours,
  })
  const changes = emailChange({ ...others, mailQueue, requests, database, clock })
  const changePassword = passwordChange({ ...others, confirmation: passwordConfirmation, mailQueue })
  const registration = registrationService({
    ...others,
    links: mailLinks,
    mailQueue,
    emailChange: changes,
    challenges: codeChallenges,
    isEnabled: config.REGISTRATION_ENABLED,
    database,
    clock,
  })
  return {
    services: { registration },
    resolvers: registrationResolvers({ changeEmail: changes.request, changePassword }),
    routes: async (app: FastifyInstance) => {
      const options = { prefix: '/auth', registration, mailRequests }
      await app.register(registrationRoutes, options)
      await app.register(accountPages, { ...options, brandName: config.BRAND_NAME })
    },
    userData: { erase: requests.reset },
    async seed() {
      if (!config.DEMO_ACCOUNTS) return
      const accounts = demoAccounts.map(demo => ({
        ...demo,
        passwordHash: demoPasswordHashes.get(demo.email),
      }))
      await Promise.all(accounts.map(registration.createVerifiedAccount))
    },
  }
}
