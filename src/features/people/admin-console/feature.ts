import type { FastifyInstance } from 'fastify'
import { version } from '../../../version.js'
import type { FeatureContext } from '../../feature.js'
import type { PasskeyService } from '../auth/passkeys/service.js'
import type { FactorProofs } from '../auth/second-factor/proofs.js'
import type { SecondFactorService } from '../auth/second-factor/service.js'
import type { PasswordLogin } from '../auth/sign-in/password-login.js'
import type { SessionService } from '../auth/sign-in/sessions.js'
import type { StepUpService } from '../auth/step-up/service.js'
import { consoleRoutes } from './routes.js'
import { consoleSessionService } from './service.js'
import { consoleSessionStore } from './store.js'

interface Dependencies {
  passwordLogin: PasswordLogin
  sessions: SessionService
  stepUp: StepUpService
  factorProofs: FactorProofs
  passkeys: PasskeyService
  secondFactor: SecondFactorService
}

export function adminConsole(
  { platform: { database, encryptionSecret, clock }, config }: FeatureContext,
  dependencies: Dependencies,
) {
  const consoleSessions = consoleSessionService({
    ...dependencies,
    store: consoleSessionStore(database),
    secret: encryptionSecret,
    clock,
  })
  const options = {
    prefix: '/console',
    consoleSessions,
    publicUrl: config.PUBLIC_URL,
    secure: config.NODE_ENV === 'production' || config.PUBLIC_URL.startsWith('https:'),
    signingSecret: config.HMAC_ENABLED ? config.HMAC_SECRET : undefined,
    clock,
    version,
  }
  return {
    services: {},
    ...(config.CONSOLE_ENABLED && {
      routes: async (app: FastifyInstance) => {
        await app.register(consoleRoutes, options)
      },
    }),
    userData: { erase: consoleSessions.eraseSessions },
  }
}
