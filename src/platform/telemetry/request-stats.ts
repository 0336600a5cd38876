import { AsyncLocalStorage } from 'node:async_hooks'

/** Statistics of a request, or of an operation over a WebSocket, which are collected while it is processed. */
export interface RequestStats {
  /** The request id in logs. */
  readonly requestId: string
  /** The start time, as returned by `performance.now()`. */
  readonly startedAt: number
  /** The names of the GraphQL operations; null for anonymous operations. */
  readonly operations: (string | null)[]
  /** The total cost of the operations. */
  cost: number
  /** The distinct codes of the errors. */
  readonly errors: Set<string>
  /** The number of database commands that the request waited for. */
  roundTrips: number
  /** The total duration of these commands in milliseconds. Concurrent commands are added up. */
  databaseTime: number
  /** The id of the trace that the request belongs to, if any. */
  traceId?: string | undefined
}

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

/** Tracks the statistics of the current request by the asynchronous context. */
export interface RequestStatsContext {
  current(): RequestStats | undefined
  run<T>(stats: RequestStats, work: () => T): T
}

// Before Node.js 24, AsyncLocalStorage slows down every promise of the process.
export function asyncRequestStats(): RequestStatsContext {
  const storage = new AsyncLocalStorage<RequestStats>()
  return {
    current: () => storage.getStore(),
    run: (stats, work) => storage.run(stats, work),
  }
}

export const noRequestStats: RequestStatsContext = {
  current: () => undefined,
  run: (_stats, work) => work(),
}
