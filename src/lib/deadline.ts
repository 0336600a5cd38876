/** A promise did not settle in time. What it stands for may still happen. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${Math.round(milliseconds)} ms`)
    this.name = 'DeadlineError'
  }
}

/** @throws DeadlineError, or what `errorOf` makes of it */
export async function withDeadline<V>(
  promise: PromiseLike<V>,
  milliseconds: number,
  errorOf: (error: DeadlineError) => Error = error => error,
): Promise<V> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errorOf(new DeadlineError(milliseconds))), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
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
