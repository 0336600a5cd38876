import bcrypt from 'bcryptjs'
import type { HashResult } from './hash-queue.js'

/** Runs in a worker thread: bcrypt keeps a processor busy for hundreds of milliseconds. */
export const hash = ({ password, rounds }: { password: string; rounds: number }): HashResult<string> =>
  measured(count => {
    count(rounds)
    return bcrypt.hashSync(password, rounds)
  })

export interface Comparison {
  password: string
  passwordHash: string | undefined
  /** At least as many as those of the hash. */
  rounds: number
}

/** Whatever does not match has cost as many iterations as a hash with these rounds, whether there was one or not. */
export const compare = ({ password, passwordHash, rounds }: Comparison): HashResult<boolean> =>
  measured(count => {
    const spend = (rounds: number) => {
      count(rounds)
      bcrypt.hashSync(password, rounds)
    }
    if (passwordHash === undefined) {
      spend(rounds)
      return false
    }
    const own = bcrypt.getRounds(passwordHash)
    count(own)
    if (bcrypt.compareSync(password, passwordHash)) return true
    // Each round doubles the iterations: with 2^4, another 2^4 makes 2^5, another 2^5 makes 2^6.
    for (let missing = own; missing < rounds; missing++) spend(missing)
    return false
  })

function measured<T>(work: (count: (rounds: number) => void) => T): HashResult<T> {
  const begun = performance.now()
  let iterations = 0
  const value = work(rounds => {
    iterations += 2 ** rounds
  })
  return { value, iterations, duration: performance.now() - begun }
}
