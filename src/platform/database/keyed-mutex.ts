import { withDeadline, type Deadline } from '../../lib/deadline.js'
import { DatabaseUnavailableError } from './database.js'

/** Passes the turn on to the next who waits. */
export type Release = () => void

export interface KeyedMutex {
  /** The turn, when nobody has it. */
  tryAcquire(key: string): Release | undefined
  /** @throws DatabaseUnavailableError when the turn does not come in time, or too many wait already */
  acquire(key: string, deadline: Deadline): Promise<Release>
}

/** Callers with the same key come one at a time, in the order they asked; at most `limit` of them wait. */
export function createKeyedMutex(limit: number): KeyedMutex {
  /** Who waits for each key that somebody has. */
  const queues = new Map<string, Release[]>()

  function pass(key: string) {
    const next = queues.get(key)?.shift()
    if (next) next()
    else queues.delete(key)
  }

  function takeIfFree(key: string): Release | undefined {
    if (queues.has(key)) return undefined
    queues.set(key, [])
    return () => pass(key)
  }

  async function wait(key: string, queue: Release[], deadline: Deadline): Promise<Release> {
    let enter: Release = () => undefined
    const turn = new Promise<void>(resolve => {
      enter = resolve
      queue.push(resolve)
    })
    try {
      await withDeadline(turn, deadline.left(), cause => new DatabaseUnavailableError({ cause }))
      return () => pass(key)
    } catch (error) {
      const place = queue.indexOf(enter)
      // The turn came in the very moment in which the time was up.
      if (place < 0) pass(key)
      else queue.splice(place, 1)
      throw error
    }
  }

  return {
    tryAcquire: takeIfFree,
    async acquire(key, deadline) {
      const queue = queues.get(key) ?? []
      if (queue.length < limit) return takeIfFree(key) ?? wait(key, queue, deadline)
      throw new DatabaseUnavailableError({ cause: new Error(`more than ${limit} wait for their turn`) })
    },
  }
}
