import { AppError, unauthenticated } from '../../../errors.js'
import type { Client } from '../../../viewer.js'
import type { Database } from '../../../platform/database/database.js'
import type { Credentials } from '../account/models.js'
import type { AccountService } from '../account/service.js'
import { hashDeadline } from './hash-queue.js'
import type { LoginThrottle } from './login-throttle.js'
import type { PasswordHasher } from './password-hasher.js'

interface Dependencies {
  account: AccountService
  database: Pick<Database, 'transaction'>
  passwords: PasswordHasher
  throttle: LoginThrottle
  /** Told of each wrong password. */
  recordFailure(userId: string, client: Client): void
}

/** A password that somebody who is signed in gives again. */
export interface PasswordInput {
  userId: string
  password: string
  /** Of the argument, for the message. */
  path: string
  client: Client
}

/** What is done once, in a transaction, with the account as it was when its password was checked. */
type ConfirmedAction<T> = () => Promise<T>

/** Has what cannot be undone confirmed by the password. A wrong one counts as a failed login. */
export function passwordConfirmation({
  account,
  database,
  passwords,
  throttle,
  recordFailure,
}: Dependencies) {
  /** @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
  async function owner({ userId, password, path, client }: PasswordInput): Promise<Credentials> {
    const known = await account.findById(userId)
    if (!known) throw unauthenticated()
    const { passwordHash } = known
    const deadline = hashDeadline()
    const attempt = { email: known.account.email, passwordHash, address: client.address, deadline }
    const isRight = await throttle.attempt(attempt, async () =>
      (await passwords.verify(password, passwordHash, deadline)) ? true : null,
    )
    if (isRight) return known
    recordFailure(userId, client)
    throw wrongPassword(path)
  }

  return {
    /**
     * @param prepare what takes time, before the transaction
     * @throws AppError UNAUTHENTICATED, WRONG_PASSWORD, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE, and what they throw
     */
    async run<T>(
      given: PasswordInput,
      prepare: (known: Credentials) => Promise<ConfirmedAction<T>> | ConfirmedAction<T>,
    ): Promise<T> {
      // Twice, since what changed meanwhile may only be the hash, which a login renewed.
      for (let attempt = 1; attempt <= 2; attempt++) {
        const known = await owner(given)
        const deed = await prepare(known)
        const done = await database.transaction(given.userId, async () => {
          const current = await account.findById(given.userId)
          return current?.passwordHash === known.passwordHash ? { result: await deed() } : null
        })
        if (done) return done.result
      }
      throw wrongPassword(given.path)
    },
  }
}

export type PasswordConfirmation = ReturnType<typeof passwordConfirmation>

const wrongPassword = (path: string) =>
  new AppError('WRONG_PASSWORD', `${path} is not the correct password.`, { field: path })
