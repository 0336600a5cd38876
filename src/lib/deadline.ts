/** A promise did not settle in time. The operation itself may still complete. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no response within ${Math.round(milliseconds)} ms`)
    this.name = 'DeadlineError'
  }
}

/** @throws DeadlineError, or the error that `errorOf` returns for it */
export function withDeadline<V>(
  promise: PromiseLike<V>,
  milliseconds: number,
  errorOf: (error: DeadlineError) => Error = error => error,
): Promise<V> {
  // Promise.race would create an additional promise for every database command.
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

/** A deadline that several consecutive operations share. */
export interface Deadline {
  /** Returns the remaining time in milliseconds, at least 0. */
  left(): number
}

export function deadlineIn(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds
  return { left: () => Math.max(0, end - performance.now()) }
}
