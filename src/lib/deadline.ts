/** A promise did not settle in time. What it stands for may still happen. */
export class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
    this.name = 'DeadlineError'
  }
}

/** @throws DeadlineError */
export async function withDeadline<V>(promise: PromiseLike<V>, milliseconds: number): Promise<V> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(milliseconds)), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
