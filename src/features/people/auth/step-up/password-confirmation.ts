import { AppError, unauthenticated } from '../../../../errors.js'
import type { Client } from '../../../../viewer.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Credentials } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import { hashDeadline } from '../passwords/hash-queue.js'
import type { LoginFailures } from '../sign-in/login-failures.js'
import type { LoginThrottle } from '../sign-in/login-throttle.js'
import type { PasswordHasher } from '../passwords/password-hasher.js'

interface Dependencies {
  account: AccountService
  database: Pick<Database, 'transaction'>
  passwords: PasswordHasher
  throttle: LoginThrottle
  failures: Pick<LoginFailures, 'record'>
}

/** A password that a signed-in user enters again. */
interface PasswordInput {
  userId: string
  password: string
  /** The path of the argument, for the error message. */
  path: string
  client: Client
}

/** The action to perform in a transaction, while the account is unchanged since its password was checked. */
export type ConfirmedAction<T> = () => Promise<T>

/** Requires the password before an action. A wrong password counts as a failed login. */
export function passwordConfirmation({ account, database, passwords, throttle, failures }: Dependencies) {
  /** @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
  async function verify({ userId, password, path, client }: PasswordInput): Promise<Credentials> {
    const credentials = await account.findById(userId)
    if (!credentials) throw unauthenticated()
    const { passwordHash } = credentials
    if (passwordHash === null) throw noPassword(path)
    const deadline = hashDeadline()
    const attempt = { email: credentials.account.email, passwordHash, address: client.address, deadline }
    const isCorrect = await throttle.attempt(attempt, async () =>
      (await passwords.verify(password, passwordHash, deadline)) ? true : null,
    )
    if (isCorrect) return credentials
    failures.record(userId, client, 'PASSWORD')
    throw wrongPassword(path)
  }

  return {
    /**
     * @param prepare performs slow work before the transaction, and returns the action
     * @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE; errors of the action
     */
    async run<T>(
      input: PasswordInput,
      prepare: (credentials: Credentials) => Promise<ConfirmedAction<T>> | ConfirmedAction<T>,
    ): Promise<T> {
      // Tries twice, since a concurrent login may have replaced only the outdated hash.
      for (let attempt = 1; attempt <= 2; attempt++) {
        const credentials = await verify(input)
        const action = await prepare(credentials)
        const done = await transactionOnce(database, input.userId, async () => {
          const current = await account.findById(input.userId)
          return current?.passwordHash === credentials.passwordHash ? { result: await action() } : null
        })
        if (done) return done.result
      }
      throw wrongPassword(input.path)
    },
  }
}

export type PasswordConfirmation = ReturnType<typeof passwordConfirmation>

const wrongPassword = (path: string) =>
  new AppError('WRONG_PASSWORD', `${path} is not the correct password.`, { field: path })

const noPassword = (path: string) =>
  new AppError(
    'WRONG_PASSWORD',
    'This account has no password. Confirm that it is you with POST /auth/step-up, or set a password first.',
    { field: path },
  )
