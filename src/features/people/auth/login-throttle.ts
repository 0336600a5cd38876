import { createHash } from 'node:crypto'
import type { Deadline } from '../../../lib/deadline.js'
import { foldCase } from '../../../lib/text.js'
import type { Counter } from '../../../platform/counters/counters.js'
import { failureLimit } from './failure-limit.js'

interface Dependencies {
  /** From one address, on whichever accounts. */
  perAddress: Counter
  /** On one account from one address. */
  perAccountAndAddress: Counter
  /** On one account from everywhere. */
  perAccount: Counter
}

interface Attempt {
  email: string
  /** Undefined where the address has no account: it is locked like a known one. */
  passwordHash: string | undefined
  address: string
  deadline: Deadline
}

/** Limits the logins that fail. */
export function loginThrottle(counters: Dependencies) {
  const perAddress = failureLimit(counters.perAddress)
  const perAccountAndAddress = failureLimit(counters.perAccountAndAddress)
  const perAccount = failureLimit(counters.perAccount)

  return {
    /**
     * @param check resolves to null where the credentials are wrong
     * @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
     */
    attempt<T>(
      { email, passwordHash, address, deadline }: Attempt,
      check: () => Promise<T | null>,
    ): Promise<T | null> {
      // What failed was a guess at this password: with a new one counting begins anew.
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

const hashOf = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
