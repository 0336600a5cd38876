/** Aborts work by its signal after a timeout in milliseconds. */
export async function abortAfter<T>(timeout: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeout)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
