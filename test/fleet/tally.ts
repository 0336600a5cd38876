/** What a device got for one request. */
export interface Reply {
  /** Of HTTP; null where the connection broke, or nothing came in time. */
  status: number | null
  /** Of the errors in the body. */
  codes: string[]
  body: unknown
  /** What the answer says about when to ask again, in milliseconds. */
  retryAfter: number | null
}

const codesOfDetails = 5

/** What people lived through in one scene. */
export function createTally() {
  const statuses = new Map<string, number>()
  /** Of what somebody wanted until they had it, however often it was asked for; in milliseconds. */
  const times: number[] = []
  const count = { requests: 0, wrong: 0, signedOut: 0, lost: 0, unheard: 0 }
  const details: string[] = []
  const note = (kind: 'wrong' | 'signedOut' | 'lost' | 'unheard', detail: string) => {
    if (++count[kind] <= codesOfDetails) details.push(`${kind}: ${detail}`)
  }
  return {
    count,
    statuses,
    times,
    details,
    note,
    answered(reply: Reply): void {
      count.requests++
      const outcome = outcomeOf(reply)
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    },
  }
}

export type Tally = ReturnType<typeof createTally>

/** A field that could not be answered counts as the status that it would have had by itself. */
export function outcomeOf({ status, codes }: Reply): string {
  if (status === null) return 'cut'
  if (status === 200 && codes.includes('SERVICE_UNAVAILABLE')) return '503'
  return [status, ...codes].join(' ')
}
