import type { Deadline } from '../../../../lib/deadline.js'
import { sha256 } from '../../../../lib/sha256.js'
import { foldCase } from '../../../../lib/text.js'
import type { Counter } from '../../../../platform/counters/counters.js'
import { failureLimit } from './failure-limit.js'

interface Dependencies {
  /** Failures from one address, on any account. */
  perAddress: Counter
  /** Failures on one account from one address. */
  perAccountAndAddress: Counter
  /** Failures on one account from any address. */
  perAccount: Counter
}

interface Attempt {
  email: string
  /** Undefined if there is no account: unknown addresses are throttled like known ones. */
  passwordHash: string | null | undefined
  address: string
  deadline: Deadline
}

/** Limits failed logins. */
export function loginThrottle(counters: Dependencies) {
  const perAddress = failureLimit(counters.perAddress)
  const perAccountAndAddress = failureLimit(counters.perAccountAndAddress)
  const perAccount = failureLimit(counters.perAccount)

  return {
    /**
     * Limits the failures of a client without regard to an account.
     * @param check resolves to null for a failure
     * @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    attemptFromAddress: <T>(
      address: string,
      deadline: Deadline,
      check: () => Promise<T | null>,
    ): Promise<T | null> => perAddress.attempt(address, deadline, check),

    /**
     * @param check resolves to null for wrong credentials
     * @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    attempt<T>(
      { email, passwordHash, address, deadline }: Attempt,
      check: () => Promise<T | null>,
    ): Promise<T | null> {
      // The key contains the password hash, so that counting starts again after a change of the password.
      const account = hashOf(foldCase(email), passwordHash ?? '')
      return perAddress.attempt(address, deadline, () =>
        perAccountAndAddress.attempt(`${account}:${address}`, deadline, () =>
          perAccount.attempt(account, deadline, check),
        ),
      )
    },
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

const hashOf = (...parts: string[]) => sha256(JSON.stringify(parts))
