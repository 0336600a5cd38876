import type { FeatureContext } from '../../../feature.js'
import type { AccountService } from '../../account/service.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import type { SecondFactorStore } from '../second-factor/store.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { SessionStore } from '../sign-in/session-store.js'
import { passwordConfirmation } from './password-confirmation.js'
import { stepUpService } from './service.js'

interface Dependencies {
  account: AccountService
  passwords: PasswordHasher
  loginThrottle: LoginThrottle
  loginFailures: LoginFailures
  sessionStore: SessionStore
  secondFactors: SecondFactorStore
}

/** The proofs of identity that precede sensitive actions. */
export function stepUp(
  { platform: { database, clock }, config }: FeatureContext,
  { account, passwords, loginThrottle, loginFailures, sessionStore, secondFactors }: Dependencies,
) {
  const confirmation = passwordConfirmation({
    account,
    database,
    passwords,
    throttle: loginThrottle,
    failures: loginFailures,
  })
  const stepUp = stepUpService({
    account,
    confirmation,
    sessions: sessionStore,
    secondFactors,
    database,
    lifetime: config.STEP_UP_EXPIRES_IN,
    clock,
  })
  return { services: { passwordConfirmation: confirmation, stepUp } }
}
