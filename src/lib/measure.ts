export type WorkOutcome = 'ok' | 'error'

/** Does the work, and tells how it ended and how many milliseconds it took, whatever came of it. */
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
