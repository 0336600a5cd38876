import { AppError } from '../../../errors.js'
import { withDeadline, type Deadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import type { CounterState, Counter } from '../../../platform/counters/counters.js'
import { tooManyHashes } from './hash-queue.js'

/** The attempts of one key. */
interface AttemptQueue {
  /** Attempts that have to do with it, those that wait included. */
  users: number
  inFlight: number
  /** How many have come to their end. */
  ended: number
  waiting: Set<() => void>
}

/**
 * Counts failures, and failures only. No more attempts are made at once than failures are left, so that of many guesses
 * made together no more are judged than the limit allows, while right ones only wait for each other. What other
 * instances are about to judge is not seen: together they can overshoot once, each by no more than the limit.
 */
export function failureLimit(failures: Counter) {
  const gates = new Map<string, AttemptQueue>()

  /** @throws AppError TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE */
  async function enter(gate: AttemptQueue, key: string, deadline: Deadline): Promise<void> {
    for (;;) {
      const { ended } = gate
      const left = await failures.peek(key)
      // One that failed meanwhile may not be in what was read.
      if (ended !== gate.ended) continue
      if (left.remaining > gate.inFlight) {
        gate.inFlight++
        return
      }
      if (left.remaining === 0) throw tooMany(left)
      await turn(gate, deadline)
    }
  }

  return {
    /**
     * @param work resolves to null where it failed; what it throws is no failure
     * @throws AppError TOO_MANY_REQUESTS; SERVICE_UNAVAILABLE where those before it take too long
     */
    async attempt<T>(key: string, deadline: Deadline, work: () => Promise<T | null>): Promise<T | null> {
      const gate = gates.get(key) ?? { users: 0, inFlight: 0, ended: 0, waiting: new Set() }
      gates.set(key, gate)
      gate.users++
      try {
        await enter(gate, key, deadline)
        try {
          const result = await work()
          if (result === null) await failures.consume(key)
          return result
        } finally {
          gate.inFlight--
          gate.ended++
        }
      } finally {
        wake(gate)
        if (--gate.users === 0) gates.delete(key)
      }
    },
  }
}

/** Waits until an attempt has come to its end. @throws AppError SERVICE_UNAVAILABLE */
async function turn({ waiting }: AttemptQueue, deadline: Deadline): Promise<void> {
  let wakeUp!: () => void
  const woken = new Promise<void>(resolve => (wakeUp = resolve))
  waiting.add(wakeUp)
  await withDeadline(woken, deadline.left(), () => {
    waiting.delete(wakeUp)
    return tooManyHashes()
  })
}

/** The one that has waited longest looks again, and wakes the next one when it is done. */
function wake({ waiting }: AttemptQueue): void {
  const [first] = waiting
  if (!first) return
  waiting.delete(first)
  first()
}

function tooMany({ resetAt }: CounterState): AppError {
  const retryAfter = Math.max(1, Math.ceil((resetAt.getTime() - Date.now()) / seconds))
  return new AppError('TOO_MANY_REQUESTS', 'Too many failed logins. Try again later.', { retryAfter })
}
