import { AppError } from '../../../../errors.js'
import { withDeadline, type Deadline } from '../../../../lib/deadline.js'
import { secondsUntilReset, type Counter, type CounterState } from '../../../../platform/counters/counters.js'
import { tooManyHashes } from '../passwords/hash-queue.js'

/** The running and waiting attempts of one key. */
interface AttemptQueue {
  /** The number of running and waiting attempts. */
  references: number
  inFlight: number
  /** The number of completed attempts. */
  completed: number
  waiting: Set<() => void>
}

/**
 * Limits failed attempts per key. No more attempts run at once than failures are left, so that parallel guesses cannot
 * exceed the limit, while valid attempts only wait for each other. Running attempts of other instances are not counted:
 * instances together can exceed the limit once, each by at most the limit.
 */
export function failureLimit(failures: Counter) {
  const attemptQueues = new Map<string, AttemptQueue>()

  /** @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
  async function acquire(attemptQueue: AttemptQueue, key: string, deadline: Deadline): Promise<void> {
    for (;;) {
      const { completed } = attemptQueue
      const left = await failures.peek(key)
      // An attempt that failed during the read may be missing in the result.
      if (completed !== attemptQueue.completed) continue
      if (left.remaining > attemptQueue.inFlight) {
        attemptQueue.inFlight++
        return
      }
      if (left.remaining === 0) throw tooMany(left)
      await waitForCompletion(attemptQueue, deadline)
    }
  }

  return {
    /**
     * @param work resolves to null for a failed attempt; an exception does not count as one
     * @throws AppError TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE if earlier attempts take too long
     */
    async attempt<T>(key: string, deadline: Deadline, work: () => Promise<T | null>): Promise<T | null> {
      const attemptQueue = attemptQueues.get(key) ?? {
        references: 0,
        inFlight: 0,
        completed: 0,
        waiting: new Set(),
      }
      attemptQueues.set(key, attemptQueue)
      attemptQueue.references++
      try {
        await acquire(attemptQueue, key, deadline)
        try {
          const result = await work()
          if (result === null) await failures.consume(key)
          return result
        } finally {
          attemptQueue.inFlight--
          attemptQueue.completed++
        }
      } finally {
        wakeNext(attemptQueue)
        if (--attemptQueue.references === 0) attemptQueues.delete(key)
      }
    },
  }
}

export type FailureLimit = ReturnType<typeof failureLimit>

/** Waits until an attempt completes. @throws AppError SERVICE_UNAVAILABLE at the deadline */
async function waitForCompletion({ waiting }: AttemptQueue, deadline: Deadline): Promise<void> {
  let wakeUp!: () => void
  const woken = new Promise<void>(resolve => (wakeUp = resolve))
  waiting.add(wakeUp)
  await withDeadline(woken, deadline.left(), () => {
    waiting.delete(wakeUp)
    return tooManyHashes()
  })
}

/** Wakes the attempt that has waited longest; it wakes the next one when it completes. */
function wakeNext({ waiting }: AttemptQueue): void {
  const [first] = waiting
  if (!first) return
  waiting.delete(first)
  first()
}

function tooMany(count: CounterState): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'Too many failed logins. Try again later.', {
    retryAfter: secondsUntilReset(count),
    exceeded: count,
  })
}
