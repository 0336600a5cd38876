import { unavailable } from '../../../../errors.js'
import { deadlineIn, withDeadline, type Deadline } from '../../../../lib/deadline.js'
import { seconds } from '../../../../lib/quantities.js'

/** How long a hash may wait before it starts, in milliseconds. */
const maxWait = 2 * seconds
/** The assumed duration of one bcrypt iteration in milliseconds, used until it has been measured. */
const defaultIterationTime = 250 / 2 ** 12
/** The weight of the latest measurement in the moving average. */
const latestWeight = 0.2

/** The result of a hash with its cost. */
export interface HashResult<T> {
  value: T
  /** The executed bcrypt iterations. */
  iterations: number
  /** In milliseconds. */
  duration: number
}

interface Entry {
  /** The expected bcrypt iterations. */
  iterations: number
  startedAt: number
}

interface Options {
  /** The number of hashes that run at once. */
  concurrency: number
  /** In milliseconds. */
  now?: () => number
}

/**
 * Queues hashes and rejects those that would wait too long: at once if the measured durations predict it, otherwise at
 * their deadline.
 */
export function hashQueue({ concurrency, now = () => performance.now() }: Options) {
  const running = new Set<Entry>()
  const waiting = new Map<Entry, () => void>()
  let iterationTime: number | undefined

  /** In milliseconds. */
  function expectedWait(): number {
    if (running.size < concurrency) return 0
    const time = iterationTime ?? defaultIterationTime
    const left = ({ iterations, startedAt }: Entry) => Math.max(0, iterations * time - (now() - startedAt))
    const ahead = [...running]
      .map(left)
      .concat([...waiting.keys()].map(({ iterations }) => iterations * time))
    return ahead.reduce((sum, one) => sum + one, 0) / concurrency
  }

  function updateAverage({ iterations, duration }: HashResult<unknown>): void {
    const measured = duration / iterations
    iterationTime = measured * latestWeight + (iterationTime ?? measured) * (1 - latestWeight)
  }

  function start(entry: Entry): void {
    entry.startedAt = now()
    running.add(entry)
  }

  function end(entry: Entry): void {
    running.delete(entry)
    const [first] = waiting
    if (!first) return
    const [next, resume] = first
    waiting.delete(next)
    start(next)
    resume()
  }

  async function waitForStart(entry: Entry, deadline: Deadline): Promise<void> {
    const wait = expectedWait()
    if (wait > deadline.left()) throw tooManyHashes(wait)
    if (running.size < concurrency) {
      start(entry)
      return
    }
    const started = new Promise<void>(resolve => waiting.set(entry, resolve))
    await withDeadline(started, deadline.left(), () => {
      waiting.delete(entry)
      return tooManyHashes(expectedWait())
    })
  }

  return {
    /** The number of waiting hashes. */
    waiting: () => waiting.size,

    /**
     * @param iterations the expected bcrypt iterations
     * @throws AppError SERVICE_UNAVAILABLE if the hash would wait too long
     */
    async run<T>(
      iterations: number,
      work: () => Promise<HashResult<T>>,
      deadline: Deadline = hashDeadline(),
    ): Promise<T> {
      const entry = { iterations, startedAt: 0 }
      await waitForStart(entry, deadline)
      try {
        const done = await work()
        updateAverage(done)
        return done.value
      } finally {
        end(entry)
      }
    },
  }
}

/** Returns the deadline of a hash that is requested now. */
export const hashDeadline = (): Deadline => deadlineIn(maxWait)

/** @param wait in milliseconds */
export const tooManyHashes = (wait = maxWait) =>
  unavailable('Too many sign-ins at once. Try again in a moment.', Math.max(1, Math.ceil(wait / seconds)))
