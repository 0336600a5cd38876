import { AppError, forbidden } from '../../../../errors.js'
import type { Client } from '../../../../viewer.js'
import type { Credentials } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import { assertEmail } from '../email.js'
import { assertPassword } from '../passwords/password.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'
import type { LoginFailures } from './login-failures.js'
import type { LoginThrottle } from './login-throttle.js'
import type { Login, SignInService } from './service.js'

interface Dependencies {
  account: Pick<AccountService, 'findByEmail' | 'renewPasswordHash'>
  signIn: SignInService
  passwords: Pick<PasswordHasher, 'verify' | 'rehashIfOutdated'>
  throttle: Pick<LoginThrottle, 'attempt'>
  failures: Pick<LoginFailures, 'record'>
  /** True if the mutation `login` is enabled. */
  mutationEnabled: boolean
}

/** Signs in with e-mail address and password. */
export function passwordLogin(dependencies: Dependencies) {
  const { account, signIn, passwords, throttle, failures, mutationEnabled } = dependencies

  /** Verifies credentials; null if they are wrong. Takes equally long for unknown and known addresses. */
  async function verifyCredentials(
    email: string,
    password: string,
    client: Client,
  ): Promise<Credentials | null> {
    const credentials = await account.findByEmail(email)
    const passwordHash = credentials?.passwordHash
    const deadline = hashDeadline()
    const verified = await throttle.attempt(
      { email, passwordHash, address: client.address, deadline },
      async () => ((await passwords.verify(password, passwordHash, deadline)) ? credentials : null),
    )
    if (credentials && !verified) failures.record(credentials.account.id, client, 'PASSWORD')
    return verified
  }

  /** Replaces an outdated hash and signs in. @returns null if the account has changed in the meantime */
  async function openSession(
    credentials: Credentials,
    password: string,
    client: Client,
  ): Promise<Login | null> {
    const { passwordHash } = credentials
    if (passwordHash === null) return null
    const newHash = await passwords.rehashIfOutdated(password, passwordHash)
    return signIn.startSession(credentials.account.id, { method: 'PASSWORD', client }, () =>
      account.renewPasswordHash(credentials, newHash),
    )
  }

  /** Verifies the credentials first, so that other errors are only returned to callers who know the password. */
  async function tryLogin(email: string, password: string, client: Client): Promise<Login | null> {
    const credentials = await verifyCredentials(email, password, client)
    if (!credentials) throw wrongCredentials()
    signIn.assertMaySignIn(credentials.account, wrongCredentials)
    if (!credentials.account.verified)
      throw new AppError(
        'ACCOUNT_NOT_VERIFIED',
        'Confirm your e-mail address first: open the link in the mail that we sent you.',
      )
    return openSession(credentials, password, client)
  }

  /**
   * @throws AppError BAD_USER_INPUT, INVALID_CREDENTIALS, SECOND_FACTOR_REQUIRED, ACCOUNT_DISABLED, ACCOUNT_NOT_VERIFIED,
   * TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  async function login(email: string, password: string, client: Client): Promise<Login> {
    assertEmail(email)
    assertPassword(password)
    // Tries twice, since a concurrent login may have replaced only the outdated hash.
    const login = (await tryLogin(email, password, client)) ?? (await tryLogin(email, password, client))
    if (!login) throw wrongCredentials()
    return login
  }

  return {
    login,

    /** Signs in through the mutation, which can be disabled. @throws AppError FORBIDDEN, and the errors of `login` */
    async loginByMutation(email: string, password: string, client: Client): Promise<Login> {
      if (!mutationEnabled)
        throw forbidden('The mutation login is turned off. Sign in with POST /auth/login.')
      return login(email, password, client)
    },
  }
}

export type PasswordLogin = ReturnType<typeof passwordLogin>

const wrongCredentials = () =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
