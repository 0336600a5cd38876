import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.js'
import type { Counters } from '../../platform/counters/counters.js'
import { hours } from '../../lib/quantities.js'
import type { Ground } from '../feature.js'
import type { AccountService } from '../account/service.js'
import type { AuditService } from '../audit/service.js'
import type { ProfileService } from '../profile/service.js'
import { demoAccounts } from './demo-accounts.js'
import type { Brand } from './letter.js'
import { liveSessions } from './live-sessions.js'
import { loginThrottle } from './login-throttle.js'
import { mailTokenStore } from './mail-token-store.js'
import { accountMails } from './mails.js'
import { accountPages } from './pages.js'
import { passwordHasher } from './passwords.js'
import { registrationService } from './registration.js'
import { authResolvers } from './resolvers.js'
import { authRoutes } from './routes.js'
import { authService } from './service.js'
import { sessionStore } from './session-store.js'
import { tokenService } from './tokens.js'

const mailsPerAddressAndHour = 5
/** Failed logins of one account that the audit log keeps. */
const failuresKeptPerHour = 10

interface Needs {
  account: AccountService
  audit: AuditService
  profile: ProfileService
}

export function auth({ platform, config, jwt }: Ground, { account, audit, profile }: Needs) {
  const { database, mailQueue, counters, events, background, clock } = platform
  const passwords = passwordHasher({
    rounds: config.BCRYPT_SALT_ROUNDS,
    costliestHash: account.costliestHash,
  })
  platform.atEnd(passwords.close)

  const sessions = sessionStore(database)
  /** Who is disabled has no sessions; but a row may have been changed by hand. */
  async function isLive(userId: string, sessionId: string): Promise<boolean> {
    const [known, isOpen] = await Promise.all([account.byId(userId), sessions.isOpen(sessionId, userId)])
    return isOpen && known?.account.enabled === true
  }
  const brand = brandOf(config)
  const failuresKept = counters.counter({
    name: 'login-failure-kept',
    limit: failuresKeptPerHour,
    window: 1 * hours,
  })
  const auth = authService({
    account,
    audit,
    database,
    sessions,
    live: liveSessions({ isLive, events, clock }),
    tokens: tokenService({ ...jwt, clock }),
    passwords,
    throttle: throttle(counters, config),
    failuresKept,
    background,
    mutationEnabled: config.GRAPHQL_LOGIN_ENABLED,
    accessTokenLifetime: config.JWT_ACCESS_TOKEN_EXPIRES_IN,
    refreshTokenLifetime: config.JWT_REFRESH_TOKEN_EXPIRES_IN,
    clock,
  })
  const mailTokens = mailTokenStore(database)
  const registration = registrationService({
    account,
    audit,
    database,
    auth,
    passwords,
    mailTokens,
    mails: accountMails(brand),
    mailQueue,
    mailsPerAddress: counters.counter({ name: 'mail', limit: mailsPerAddressAndHour, window: 1 * hours }),
    background,
    clock,
  })

  return {
    services: { auth, registration },
    resolvers: authResolvers(auth, profile),
    routes: async (app: FastifyInstance) => {
      await app.register(authRoutes, { prefix: '/auth', auth, registration })
      await app.register(accountPages, { prefix: '/auth', registration, brandName: brand.name })
    },
    personal: {
      async erase(userId: string) {
        await sessions.deleteAll(userId)
        await mailTokens.erase(userId)
        await mailQueue.forget(userId)
        await failuresKept.forget(userId)
      },
    },
    async seed() {
      if (config.DEMO_ACCOUNTS) await Promise.all(demoAccounts.map(registration.provision))
    },
  }
}

const brandOf = (config: Config): Brand => ({
  name: config.BRAND_NAME,
  colour: config.BRAND_COLOR,
  logoUrl: config.BRAND_LOGO_URL,
  linkBase: config.MAIL_LINK_URL,
})

function throttle(counters: Counters, config: Config) {
  const window = config.RATE_LIMIT_LOGIN_WINDOW
  const counter = (name: string, limit: number) => counters.counter({ name, limit, window })
  return loginThrottle({
    perAddress: counter('login-address', config.RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS),
    perAccountAndAddress: counter('login-account-address', config.RATE_LIMIT_LOGIN_FAILURES),
    perAccount: counter('login-account', config.RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT),
  })
}
