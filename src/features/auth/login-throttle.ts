import { AppError } from '../../errors.js'
import type { Count, Counter } from '../../platform/counters/counters.js'
import { seconds } from '../../lib/quantities.js'
import { foldCase } from '../../lib/text.js'

interface Dependencies {
  perAccount: Counter
  perAddress: Counter
}

/**
 * Counts failed logins. An attempt is counted before its password is looked at and taken back when it was right,
 * so that a hundred guesses at once are no more than the limit allows.
 */
export function loginThrottle({ perAccount, perAddress }: Dependencies) {
  return {
    /**
     * @param check resolves to null where the credentials are wrong
     * @throws AppError TOO_MANY_REQUESTS
     */
    async attempt<T>(email: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
      const account = foldCase(email)
      const ofAddress = await perAddress.consume(address)
      if (!ofAddress.allowed) throw tooMany(ofAddress)
      const ofAccount = await perAccount.consume(account)
      if (!ofAccount.allowed) {
        // Not judged, so not failed: one locked account does not lock out a whole household.
        await perAddress.giveBack(address)
        throw tooMany(ofAccount)
      }

      let failed = false
      try {
        const result = await check()
        failed = result === null
        return result
      } finally {
        if (!failed) await Promise.all([perAccount.giveBack(account), perAddress.giveBack(address)])
      }
    },
  }
}

export type LoginThrottle = ReturnType<typeof loginThrottle>

function tooMany({ resetAt }: Count): AppError {
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / seconds))
  return new AppError('TOO_MANY_REQUESTS', 'Too many failed logins. Try again later.', { retryAfter })
}
