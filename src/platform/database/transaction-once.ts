import type { Database } from './database.js'

/**
 * Runs a transaction whose work succeeds only once, such as using up a token or removing a record. The transaction may run
 * again after a commit with an unknown outcome. If that commit has succeeded, the work finds nothing to do, and the result of
 * the earlier run is returned.
 * @param work returns null if there is nothing to do, and must have changed nothing in this case
 */
export async function transactionOnce<T>(
  { transaction }: Pick<Database, 'transaction'>,
  userId: string,
  work: () => Promise<T | null>,
): Promise<T | null> {
  let earlier: T | null = null
  return transaction(userId, async () => {
    const result = await work()
    earlier = result ?? earlier
    return earlier
  })
}
