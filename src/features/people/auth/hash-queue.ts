import { unavailable } from '../../../errors.js'
import { deadlineIn, withDeadline, type Deadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'

/** How long a hash may wait for its turn, in milliseconds. */
const longestWait = 2 * seconds
/** What one iteration of bcrypt takes on an ordinary processor, in milliseconds, until it has been measured here. */
const guessedTime = 250 / 2 ** 12
/** How much the latest measurement counts. */
const weightOfLatest = 0.2

/** What a piece of work came to. */
export interface HashResult<T> {
  value: T
  /** Iterations of bcrypt that were done. */
  iterations: number
  /** In milliseconds. */
  duration: number
}

interface Entry {
  /** Iterations that it may take. */
  iterations: number
  startedAt: number
}

interface Options {
  /** How much is done at once. */
  concurrency: number
  /** In milliseconds. */
  now?: () => number
}

/**
 * Lets hashes wait for their turn, and turns those away that would wait too long: at once where the time that hashes
 * take here tells so, else when their time is over.
 */
export function hashQueue({ concurrency: places, now = () => performance.now() }: Options) {
  const running = new Set<Entry>()
  const waiting = new Map<Entry, () => void>()
  let timeOfIteration: number | undefined

  /** In milliseconds. */
  function expectedWait(): number {
    if (running.size < places) return 0
    const time = timeOfIteration ?? guessedTime
    const left = ({ iterations, startedAt }: Entry) => Math.max(0, iterations * time - (now() - startedAt))
    const ahead = [...running]
      .map(left)
      .concat([...waiting.keys()].map(({ iterations }) => iterations * time))
    return ahead.reduce((sum, one) => sum + one, 0) / places
  }

  function learn({ iterations, duration: took }: HashResult<unknown>): void {
    const measured = took / iterations
    timeOfIteration = measured * weightOfLatest + (timeOfIteration ?? measured) * (1 - weightOfLatest)
  }

  function begin(entry: Entry): void {
    entry.startedAt = now()
    running.add(entry)
  }

  function end(entry: Entry): void {
    running.delete(entry)
    const [first] = waiting
    if (!first) return
    const [next, start] = first
    waiting.delete(next)
    begin(next)
    start()
  }

  async function turn(entry: Entry, deadline: Deadline): Promise<void> {
    const wait = expectedWait()
    if (wait > deadline.left()) throw tooManyHashes(wait)
    if (running.size < places) {
      begin(entry)
      return
    }
    const started = new Promise<void>(resolve => waiting.set(entry, resolve))
    await withDeadline(started, deadline.left(), () => {
      waiting.delete(entry)
      return tooManyHashes(expectedWait())
    })
  }

  return {
    /** How many wait for their turn. */
    waiting: () => waiting.size,

    /**
     * @param iterations that it may take
     * @throws AppError SERVICE_UNAVAILABLE where it would wait too long
     */
    async run<T>(
      iterations: number,
      work: () => Promise<HashResult<T>>,
      deadline: Deadline = hashDeadline(),
    ): Promise<T> {
      const entry = { iterations, startedAt: 0 }
      await turn(entry, deadline)
      try {
        const done = await work()
        learn(done)
        return done.value
      } finally {
        end(entry)
      }
    },
  }
}

/** Until when whatever comes now may wait. */
export const hashDeadline = (): Deadline => deadlineIn(longestWait)

/** @param wait in milliseconds */
export const tooManyHashes = (wait = longestWait) =>
  unavailable('Too many sign-ins at once. Try again in a moment.', Math.max(1, Math.ceil(wait / seconds)))
