type WorkOutcome = 'ok' | 'error'

/** Runs work and reports its outcome and its duration in milliseconds, whether it succeeds or fails. */
export async function measureDuration<T>(
  work: () => Promise<T>,
  onMeasured: (outcome: WorkOutcome, duration: number) => void,
): Promise<T> {
  const startedAt = performance.now()
  let outcome: WorkOutcome = 'error'
  try {
    const result = await work()
    outcome = 'ok'
    return result
  } finally {
    onMeasured(outcome, performance.now() - startedAt)
  }
}
