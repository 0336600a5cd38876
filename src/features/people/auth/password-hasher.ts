import { availableParallelism } from 'node:os'
import bcrypt from 'bcryptjs'
import { Piscina } from 'piscina'
import { AppError } from '../../../errors.js'
import type { Deadline } from '../../../lib/deadline.js'
import { minutes } from '../../../lib/quantities.js'
import { noMeter, type Meter } from '../../../platform/telemetry/meter.js'
import { hashQueue, type HashResult } from './hash-queue.js'

/** bcrypt reads no more than this many bytes of a password. */
export const maxPasswordBytes = 72

/** One processor stays with the event loop. */
const threads = Math.max(1, availableParallelism() - 1)
/** Hashing leaves the processor to whatever else wants it. Elsewhere than on Linux this is the whole process's. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

interface Options {
  /** Rounds of new hashes. */
  rounds: number
  /** The stored hash with the most rounds. */
  findCostliestHash(): Promise<string | null>
  meter?: Meter
}

interface Task {
  password: string
  rounds: number
  passwordHash?: string | undefined
}

/** Hashes and checks passwords in worker threads. What would have to wait too long is turned away. */
export function passwordHasher({ rounds, findCostliestHash: costliestHash, meter = noMeter }: Options) {
  const pool = new Piscina({
    filename: new URL('./password-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 1 * minutes,
    niceIncrement,
  })
  const queue = hashQueue({ concurrency: threads })
  meter.gauge('fitness_password_hashes_waiting', {}, queue.waiting)

  async function run<T>(name: 'hash' | 'compare', task: Task, deadline?: Deadline): Promise<T> {
    const begun = performance.now()
    let outcome = 'error'
    try {
      const work = async () => (await pool.run(task, { name })) as HashResult<T>
      const value = await queue.run(2 ** task.rounds, work, deadline)
      outcome = 'ok'
      return value
    } finally {
      meter.time('fitness_password_hash_duration_seconds', { outcome }, performance.now() - begun)
    }
  }

  let stored: Promise<number> | undefined
  let seen = rounds
  /** The most rounds of any hash: what a failed login costs, whoever it was for. */
  async function mostRounds(passwordHash: string | undefined): Promise<number> {
    stored ??= costliestHash().then(roundsOf, (error: unknown) => {
      stored = undefined
      throw error
    })
    // Another instance may have made it with more since.
    seen = Math.max(seen, await stored, roundsOf(passwordHash))
    return seen
  }

  const hash = (password: string, deadline?: Deadline) => run<string>('hash', { password, rounds }, deadline)

  return {
    /** @throws AppError SERVICE_UNAVAILABLE when too many are waiting */
    hash,

    /**
     * Takes as long without a stored hash as with one, and with one of few rounds as with one of many, so that nobody
     * can tell accounts by the time.
     * @throws AppError SERVICE_UNAVAILABLE when too many are waiting
     */
    async verify(password: string, passwordHash: string | undefined, deadline?: Deadline): Promise<boolean> {
      const comparison = { password, passwordHash, rounds: await mostRounds(passwordHash) }
      const matches = await run<boolean>('compare', comparison, deadline)
      return matches && Buffer.byteLength(password) <= maxPasswordBytes
    },

    /** The hash, or a new one where it was made with fewer rounds than are set now and there is time for it. */
    async rehashIfOutdated(password: string, passwordHash: string): Promise<string> {
      if (bcrypt.getRounds(passwordHash) >= rounds) return passwordHash
      return hash(password).catch((error: unknown) => {
        // Next time, then: the password was right.
        if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return passwordHash
        throw error
      })
    },

    close: (): Promise<void> => pool.destroy(),
  }
}

const roundsOf = (passwordHash: string | null | undefined) =>
  passwordHash ? bcrypt.getRounds(passwordHash) : 0

export type PasswordHasher = ReturnType<typeof passwordHasher>
