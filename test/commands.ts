import { AsyncLocalStorage } from 'node:async_hooks'
import type { Test } from 'tap'
import { yieldToEventLoop } from '../src/lib/event-loop.js'
import type { Collection, Database, Entity } from '../src/platform/database/database.js'

/** The commands that were sent to a database. */
export interface Commands {
  /** The commands in order, such as `ownedRecords.find` and `commit`. */
  readonly log: string[]
  /**
   * Returns the commands that were sent during some work. It begins when no other command is running. Until it ends,
   * scheduled jobs do not start, and time stands still, so that no pause of the work divides a batch of reads.
   */
  during<T>(work: () => Promise<T>): Promise<{ result: T; commands: string[] }>
  /** Wraps the database of an app. */
  observe(database: Database): Database
}

/**
 * Counts commands as a MongoDB server would receive them: equal reads of one tick outside a transaction are one. Replaces
 * `setInterval` until the test ends; call it before the app is built.
 */
export function countCommands(t: Pick<Test, 'teardown'>): Commands {
  const log: string[] = []
  let isCounting = false
  const transactions = new AsyncLocalStorage<true>()
  const batches = new Set<string>()
  const running = new Set<unknown>()

  const { setInterval } = globalThis
  globalThis.setInterval = (callback: () => void, delay?: number) =>
    setInterval(() => isCounting || callback(), delay)
  t.teardown(() => (globalThis.setInterval = setInterval))

  function countById(name: string): void {
    if (transactions.getStore()) log.push(`${name}.findById`)
    else if (!batches.has(name)) {
      batches.add(name)
      log.push(`${name}.findById`)
      setImmediate(() => batches.delete(name))
    }
  }

  const observeCollection = <T extends Entity>(name: string, collection: Collection<T>): Collection<T> =>
    new Proxy(collection, {
      get(target, method: keyof Collection<T>) {
        const call = target[method] as (...given: unknown[]) => unknown
        return (...given: unknown[]) => {
          if (method === 'findById' || method === 'findByIds') countById(name)
          else if (method === 'bulkWrite')
            log.push(...bulksOf(given[0] as object[]).map(() => `${name}.bulkWrite`))
          else log.push(`${name}.${method}`)
          const result = call.apply(target, given)
          if (result instanceof Promise) {
            running.add(result)
            const end = () => void running.delete(result)
            result.then(end, end)
          }
          return result
        }
      },
    })

  return {
    log,
    async during(work) {
      isCounting = true
      while (running.size > 0) await yieldToEventLoop()
      const before = log.length
      const now = performance.now()
      performance.now = () => now
      try {
        const result = await work()
        return { result, commands: log.slice(before) }
      } finally {
        Reflect.deleteProperty(performance, 'now')
        isCounting = false
      }
    },
    observe: database => ({
      ...database,
      collection: (name, indexes) => observeCollection(name, database.collection(name, indexes)),
      transaction: (userId, work) => {
        if (transactions.getStore()) return database.transaction(userId, work)
        return transactions.run(true, async () => {
          const result = await database.transaction(userId, work)
          log.push('commit')
          return result
        })
      },
    }),
  }
}

/** The driver sends one command for each run of successive inserts, updates or deletes in a bulk. */
function bulksOf(writes: readonly object[]): object[] {
  const kindOf = (write: object | undefined) => /^[a-z]+/.exec(Object.keys(write ?? {})[0] ?? '')?.[0]
  return writes.filter((write, at) => kindOf(write) !== kindOf(writes[at - 1]))
}
