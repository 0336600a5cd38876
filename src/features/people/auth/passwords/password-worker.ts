import bcrypt from 'bcryptjs'
import type { HashResult } from './hash-queue.js'

/** Runs in a worker thread, since bcrypt blocks for hundreds of milliseconds. */
export const hash = ({ password, rounds }: { password: string; rounds: number }): HashResult<string> =>
  measure(count => {
    count(rounds)
    return bcrypt.hashSync(password, rounds)
  })

export interface Comparison {
  password: string
  passwordHash: string | undefined
  /** The rounds that a failed comparison costs; at least those of the hash. */
  rounds: number
}

/** Compares a password. A failed comparison costs as many iterations as `rounds`, with or without a stored hash. */
export const compare = ({ password, passwordHash, rounds }: Comparison): HashResult<boolean> =>
  measure(count => {
    const hashForTiming = (rounds: number) => {
      count(rounds)
      bcrypt.hashSync(password, rounds)
    }
    if (passwordHash === undefined) {
      hashForTiming(rounds)
      return false
    }
    const storedRounds = bcrypt.getRounds(passwordHash)
    count(storedRounds)
    if (bcrypt.compareSync(password, passwordHash)) return true
    // Each round doubles the iterations: 2^4 and another 2^4 make 2^5, and another 2^5 makes 2^6.
    for (let missing = storedRounds; missing < rounds; missing++) hashForTiming(missing)
    return false
  })

function measure<T>(work: (count: (rounds: number) => void) => T): HashResult<T> {
  const startedAt = performance.now()
  let iterations = 0
  const value = work(rounds => {
    iterations += 2 ** rounds
  })
  return { value, iterations, duration: performance.now() - startedAt }
}
