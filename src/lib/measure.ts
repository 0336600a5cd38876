export type WorkOutcome = 'ok' | 'error'

/** Runs work and reports its outcome and its duration in milliseconds, whether it succeeds or fails. */
export async function measureDuration<T>(
  work: () => Promise<T>,
  tell: (outcome: WorkOutcome, took: number) => void,
): Promise<T> {
  const begun = performance.now()
  let outcome: WorkOutcome = 'error'
  try {
    const answer = await work()
    outcome = 'ok'
    return answer
  } finally {
    tell(outcome, performance.now() - begun)
  }
}
