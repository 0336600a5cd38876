import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request, or an operation over a socket, has done so far. */
export interface RequestStats {
  /** Under which logs tell of it. */
  readonly requestId: string
  /** When it began, as `performance.now()` tells it. */
  readonly startedAt: number
  /** Names of the GraphQL operations, null for one without a name. */
  readonly operations: (string | null)[]
  /** What they cost together. */
  cost: number
  /** Codes of what went wrong, each once. */
  readonly errors: Set<string>
  /** Commands to the database that were waited for. */
  roundTrips: number
  /** How long they took, in milliseconds; those that ran side by side count each. */
  databaseTime: number
  /** Of the trace that it is a part of, if it is of one. */
  traceId?: string | undefined
}

// One literal without spreads: those take longer, and what they make lives longer than the request.
export const createRequestStats = (requestId: string): RequestStats => ({
  requestId,
  startedAt: performance.now(),
  operations: [],
  cost: 0,
  errors: new Set<string>(),
  roundTrips: 0,
  databaseTime: 0,
  traceId: undefined,
})

/** Says which request code works for: that travels with the asynchronous context. */
export interface RequestStatsContext {
  current(): RequestStats | undefined
  run<T>(activity: RequestStats, work: () => T): T
}

// Before Node 24 each promise of the whole process pays for a context that is carried along.
export function asyncRequestStats(): RequestStatsContext {
  const storage = new AsyncLocalStorage<RequestStats>()
  return {
    current: () => storage.getStore(),
    run: (activity, work) => storage.run(activity, work),
  }
}

/** Where nobody wants to know. */
export const noRequestStats: RequestStatsContext = {
  current: () => undefined,
  run: (_activity, work) => work(),
}
