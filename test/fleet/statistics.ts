/** Response to one request, as a device received it. */
export interface Reply {
  /** HTTP status; null when the connection broke or the request timed out. */
  status: number | null
  /** Error codes in the body. */
  codes: string[]
  body: unknown
  /** Retry-After, in milliseconds. */
  retryAfter: number | null
}

const maxDetails = 5

/** Counts, statuses and times of one scenario. */
export function createStatistics() {
  const statuses = new Map<string, number>()
  /** Times from the first attempt to the final response, including retries, in milliseconds. */
  const times: number[] = []
  const count = { requests: 0, wrong: 0, signedOut: 0, lost: 0, missedEvents: 0 }
  const details: string[] = []
  const recordProblem = (kind: 'wrong' | 'signedOut' | 'lost' | 'missedEvents', detail: string) => {
    if (++count[kind] <= maxDetails) details.push(`${kind}: ${detail}`)
  }
  return {
    count,
    statuses,
    times,
    details,
    recordProblem,
    addReply(reply: Reply): void {
      count.requests++
      const outcome = outcomeOf(reply)
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    },
  }
}

export type Statistics = ReturnType<typeof createStatistics>

/** A field that failed with SERVICE_UNAVAILABLE counts as 503. */
export function outcomeOf({ status, codes }: Reply): string {
  if (status === null) return 'broken'
  if (status === 200 && codes.includes('SERVICE_UNAVAILABLE')) return '503'
  return [status, ...codes].join(' ')
}
