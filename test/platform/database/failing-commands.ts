import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DatabaseUnavailableError,
  type Collection,
  type Database,
  type Entity,
} from '../../../src/platform/database/database.js'

/** Lets one command fail, as if the database did not respond to it. */
export function failingCommands() {
  /** The number of commands that succeed before the one that fails; negative if none fails. */
  let remaining = -1
  let failed: string | null = null
  let running = 0
  const transactions = new AsyncLocalStorage<true>()

  async function run<T>(command: string, send: () => Promise<T>): Promise<T> {
    if (remaining >= 0 && remaining-- === 0) {
      failed = command
      throw new DatabaseUnavailableError()
    }
    running++
    return send().finally(() => running--)
  }

  const observeCollection = <T extends Entity>(name: string, collection: Collection<T>): Collection<T> =>
    new Proxy(collection, {
      get(target, method: keyof Collection<T>) {
        const call = target[method] as (...given: unknown[]) => Promise<unknown>
        return (...given: unknown[]) => run(`${name}.${method}`, () => call.apply(target, given))
      },
    })

  return {
    /** Wraps the database of an app. */
    observe: (database: Database): Database => ({
      ...database,
      collection: (name, indexes) => observeCollection(name, database.collection(name, indexes)),
      transaction: (userId, work) => {
        // A transaction inside another one joins it.
        if (transactions.getStore()) return database.transaction(userId, work)
        return transactions.run(true, () =>
          database.transaction(userId, async () => {
            const result = await work()
            await run('commit', () => Promise.resolve())
            return result
          }),
        )
      },
    }),

    /**
     * Performs an action while the command with this number fails, counted from 0.
     * @returns the result, and the command that failed; null if the action sends fewer commands
     */
    async failing<T>(
      number: number,
      action: () => Promise<T>,
    ): Promise<{ result: T; failed: string | null }> {
      failed = null
      remaining = number
      try {
        return { result: await action(), failed }
      } finally {
        remaining = -1
      }
    },

    /** Waits until no command is running, also none of a background task. */
    async idle(): Promise<void> {
      for (let quiet = 0; quiet < 10; quiet = running > 0 ? 0 : quiet + 1) await new Promise(setImmediate)
    },
  }
}
