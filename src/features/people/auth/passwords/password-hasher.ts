import { availableParallelism } from 'node:os'
import bcrypt from 'bcryptjs'
import { Piscina } from 'piscina'
import { AppError } from '../../../../errors.js'
import type { Deadline } from '../../../../lib/deadline.js'
import { minutes } from '../../../../lib/quantities.js'
import { noMeter, type Meter } from '../../../../platform/telemetry/meter.js'
import { hashQueue, type HashResult } from './hash-queue.js'

/** bcrypt ignores further bytes of a password. */
export const maxPasswordBytes = 72

/** Leaves one processor for the event loop. */
const threads = Math.max(1, availableParallelism() - 1)
/** Lowers the priority of hashing. Only Linux has priorities of threads; elsewhere it would affect the whole process. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

interface Options {
  /** The bcrypt rounds of new hashes. */
  rounds: number
  /** Finds the stored hash with the most rounds. */
  findCostliestHash(): Promise<string | null>
  meter?: Meter
}

interface Task {
  password: string
  rounds: number
  passwordHash?: string | undefined
}

/** Hashes and compares passwords in worker threads. Rejects requests that would wait too long. */
export function passwordHasher({ rounds, findCostliestHash, meter = noMeter }: Options) {
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
    const startedAt = performance.now()
    let outcome = 'error'
    try {
      const work = async () => (await pool.run(task, { name })) as HashResult<T>
      const value = await queue.run(2 ** task.rounds, work, deadline)
      outcome = 'ok'
      return value
    } finally {
      meter.time('fitness_password_hash_duration_seconds', { outcome }, performance.now() - startedAt)
    }
  }

  let storedMaximum: Promise<number> | undefined
  let maximum = rounds
  /** Returns the most rounds of any hash. Every failed login costs that much. */
  async function maxRounds(passwordHash: string | undefined): Promise<number> {
    storedMaximum ??= findCostliestHash().then(roundsOf, (error: unknown) => {
      storedMaximum = undefined
      throw error
    })
    // Another instance may have stored a hash with more rounds in the meantime.
    maximum = Math.max(maximum, await storedMaximum, roundsOf(passwordHash))
    return maximum
  }

  const hash = (password: string, deadline?: Deadline) => run<string>('hash', { password, rounds }, deadline)

  return {
    /** @throws AppError SERVICE_UNAVAILABLE if too many hashes are waiting */
    hash,

    /**
     * Takes the same time with and without a stored hash, whatever its rounds, so that the time does not reveal which
     * accounts exist.
     * @throws AppError SERVICE_UNAVAILABLE if too many hashes are waiting
     */
    async verify(
      password: string,
      storedHash: string | null | undefined,
      deadline?: Deadline,
    ): Promise<boolean> {
      const passwordHash = storedHash ?? undefined
      const comparison = { password, passwordHash, rounds: await maxRounds(passwordHash) }
      const matches = await run<boolean>('compare', comparison, deadline)
      return matches && Buffer.byteLength(password) <= maxPasswordBytes
    },

    /** Returns whether a hash has the configured rounds. */
    hasConfiguredRounds: (passwordHash: string): boolean => bcrypt.getRounds(passwordHash) === rounds,

    /** Returns a new hash if the stored one has fewer rounds than configured, unless too many hashes are waiting. */
    async rehashIfOutdated(password: string, passwordHash: string): Promise<string> {
      if (bcrypt.getRounds(passwordHash) >= rounds) return passwordHash
      return hash(password).catch((error: unknown) => {
        // The password is correct, so the login succeeds with the old hash.
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
