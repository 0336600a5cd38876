import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../../../src/platform/database/database.js'

/**
 * Makes commits look as if their outcome were unknown: each transaction is committed, and its work runs again in another
 * one, as after a lost response of MongoDB.
 */
export function unknownCommits() {
  const running = new AsyncLocalStorage<true>()
  let isOn = false
  let repeated = 0

  const observe = (database: Database): Database => ({
    ...database,
    transaction: (userId, work) => {
      // A transaction inside another one joins it.
      if (!isOn || running.getStore()) return database.transaction(userId, work)
      return running.run(true, async () => {
        await database.transaction(userId, work)
        repeated++
        return database.transaction(userId, work)
      })
    },
  })

  return {
    observe,
    /** @returns the result of the action, during which the outcomes are unknown */
    async during<T>(action: () => Promise<T>): Promise<T> {
      isOn = true
      try {
        return await action()
      } finally {
        isOn = false
      }
    },
    /** The number of transactions that ran twice. */
    repeated: () => repeated,
  }
}
