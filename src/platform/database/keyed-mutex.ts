import { withDeadline, type Deadline } from '../../lib/deadline.js'
import { DatabaseUnavailableError } from './database.js'

/** Releases the mutex to the next waiting caller. */
export type Release = () => void

interface KeyedMutex {
  /** Acquires the mutex if it is free; otherwise returns undefined. */
  tryAcquire(key: string): Release | undefined
  /** @throws DatabaseUnavailableError at the deadline, or if too many callers are waiting */
  acquire(key: string, deadline: Deadline): Promise<Release>
}

/** Admits one caller per key at a time, in the order of the calls. At most `limit` callers wait for a key. */
export function createKeyedMutex(limit: number): KeyedMutex {
  /** The waiting callers of each key that is held. */
  const queues = new Map<string, Release[]>()

  function pass(key: string) {
    const next = queues.get(key)?.shift()
    if (next) next()
    else queues.delete(key)
  }

  function tryAcquire(key: string): Release | undefined {
    if (queues.has(key)) return undefined
    queues.set(key, [])
    return () => pass(key)
  }

  async function wait(key: string, queue: Release[], deadline: Deadline): Promise<Release> {
    let resolveTurn: Release = () => undefined
    const turn = new Promise<void>(resolve => {
      resolveTurn = resolve
      queue.push(resolve)
    })
    try {
      await withDeadline(turn, deadline.left(), cause => new DatabaseUnavailableError({ cause }))
      return () => pass(key)
    } catch (error) {
      const position = queue.indexOf(resolveTurn)
      // The mutex was passed on at the very moment of the deadline.
      if (position < 0) pass(key)
      else queue.splice(position, 1)
      throw error
    }
  }

  return {
    tryAcquire,
    async acquire(key, deadline) {
      const queue = queues.get(key) ?? []
      if (queue.length < limit) return tryAcquire(key) ?? wait(key, queue, deadline)
      throw new DatabaseUnavailableError({ cause: new Error(`more than ${limit} callers are waiting`) })
    },
  }
}
