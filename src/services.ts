import { loginThrottle } from './features/auth/login-throttle.js'
import { mailTokenStore } from './features/auth/mail-token-store.js'
import { accountMails } from './features/auth/mails.js'
import { passwordHasher } from './features/auth/passwords.js'
import { registrationService } from './features/auth/registration.js'
import { authService } from './features/auth/service.js'
import { sessionStore } from './features/auth/session-store.js'
import { tokenService, type JsonWebTokens } from './features/auth/tokens.js'
import { exerciseService } from './features/exercises/service.js'
import { exerciseStore } from './features/exercises/store.js'
import { photoService } from './features/photos/service.js'
import { photoStore } from './features/photos/store.js'
import { usageService } from './features/usage/service.js'
import { usageStore } from './features/usage/store.js'
import { userService } from './features/users/service.js'
import { userStore } from './features/users/store.js'
import { usernameClaimStore } from './features/users/username-claim-store.js'
import type { Platform } from './platform/platform.js'
import { hours } from './lib/quantities.js'

/** What signs and verifies tokens. */
interface Tokens {
  access: JsonWebTokens
  refresh: JsonWebTokens
}

const mailsPerAddressAndHour = 5

/** Stores, then services, each from those above it. */
export function createServices(platform: Platform, jsonWebTokens: Tokens) {
  const { config, database, storage, incoming, mailer, counters, events, background, clock } = platform
  const passwords = passwordHasher(config.BCRYPT_SALT_ROUNDS)
  platform.atEnd(passwords.close)

  const users = userService({
    users: userStore(database),
    usernameClaims: usernameClaimStore(database),
    events,
    clock,
  })
  const exercises = exerciseService({ exercises: exerciseStore(database), clock })
  const auth = authService({
    users,
    sessions: sessionStore(database),
    tokens: tokenService({ ...jsonWebTokens, clock }),
    passwords,
    throttle: loginThrottle({
      perAccount: counters.counter({
        name: 'login-account',
        limit: config.RATE_LIMIT_LOGIN_FAILURES,
        window: config.RATE_LIMIT_LOGIN_WINDOW,
      }),
      perAddress: counters.counter({
        name: 'login-address',
        limit: config.RATE_LIMIT_LOGIN_FAILURES_PER_ADDRESS,
        window: config.RATE_LIMIT_LOGIN_WINDOW,
      }),
    }),
    refreshTokenLifetime: config.JWT_REFRESH_TOKEN_EXPIRES_IN,
    clock,
  })
  const registration = registrationService({
    users,
    auth,
    passwords,
    mailTokens: mailTokenStore(database),
    mails: accountMails(config.PUBLIC_URL),
    mailer,
    mailsPerAddress: counters.counter({ name: 'mail', limit: mailsPerAddressAndHour, window: 1 * hours }),
    background,
    clock,
  })
  const photos = photoService({
    photos: photoStore(database),
    users,
    storage,
    incoming,
    events,
    allowedExtensions: config.LOCAL_STORAGE_ALLOWED_EXTENSIONS,
    urlLifetime: config.SIGNED_URL_EXPIRES_IN,
    clock,
  })

  const usage = usageService({ uses: usageStore(database), clock })

  return { users, exercises, auth, registration, photos, usage }
}

export type Services = ReturnType<typeof createServices>
