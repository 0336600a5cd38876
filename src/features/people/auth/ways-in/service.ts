import { AppError } from '../../../../errors.js'
import type { Database } from '../../../../platform/database/database.js'
import { transactionOnce } from '../../../../platform/database/transaction-once.js'
import type { Account } from '../../account/models.js'
import type { AccountService } from '../../account/service.js'
import { isPrivateRelay } from '../email.js'

interface Dependencies {
  account: Pick<AccountService, 'recordWaysInChange'>
  database: Pick<Database, 'transaction'>
}

/** Counts the ways of one kind in which the user can sign in, such as passkeys. */
type CountWaysIn = (userId: string) => Promise<number>

/** Ensures that each account keeps a way to sign in. */
export function waysInService({ account, database }: Dependencies) {
  const counts: CountWaysIn[] = []

  async function hasWayIn(owner: Account): Promise<boolean> {
    if (owner.verified && (owner.hasPassword || !isPrivateRelay(owner.email))) return true
    for (const count of counts) if ((await count(owner.id)) > 0) return true
    return false
  }

  return {
    /** Adds ways in that features store outside the account. */
    addSource: (count: CountWaysIn): void => void counts.push(count),

    /**
     * Removes a way in within a transaction, which fails if no other one is left.
     * @param remove returns null if the user has no such way in
     * @throws AppError LAST_WAY_IN, NOT_FOUND; errors of `remove`
     */
    removing: <T>(userId: string, remove: () => Promise<T | null>): Promise<T | null> =>
      transactionOnce(database, userId, async () => {
        // Writes the account, so that concurrent removals conflict.
        const owner = await account.recordWaysInChange(userId)
        const removed = await remove()
        if (removed !== null && !(await hasWayIn(owner))) throw lastWayIn()
        return removed
      }),
  }
}

export type WaysInService = ReturnType<typeof waysInService>

const lastWayIn = () =>
  new AppError(
    'LAST_WAY_IN',
    'This is the only way to sign in to the account. Add another one first, such as a password or a confirmed e-mail address.',
  )
