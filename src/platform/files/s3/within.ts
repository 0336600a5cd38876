/** Has work aborted when its time is up, in milliseconds. What its outcome does after it came is not. */
export async function abortAfter<T>(time: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), time)
  try {
    return await work(end.signal)
  } finally {
    clearTimeout(timer)
  }
}
