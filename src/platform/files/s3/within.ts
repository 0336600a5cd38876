/** Aborts work by its signal after a timeout in milliseconds. */
export async function abortAfter<T>(time: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), time)
  try {
    return await work(end.signal)
  } finally {
    clearTimeout(timer)
  }
}
