/** A promise did not settle in time. What it stands for may still happen. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${Math.round(milliseconds)} ms`)
    this.name = 'DeadlineError'
  }
}

/** @throws DeadlineError, or what `errorOf` makes of it */
export function withDeadline<V>(
  promise: PromiseLike<V>,
  milliseconds: number,
  errorOf: (error: DeadlineError) => Error = error => error,
): Promise<V> {
  // No race with a promise of the timer's: each would be made for every command to the database.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(errorOf(new DeadlineError(milliseconds))), milliseconds)
    promise.then(
      value => {
        clearTimeout(timer)
        resolve(value)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** One span of time for several things that come one after another. */
export interface Deadline {
  /** Milliseconds, never below 0. */
  left(): number
}

export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds
  return { left: () => Math.max(0, end - performance.now()) }
}
