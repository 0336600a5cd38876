import type { FastifyBaseLogger } from 'fastify'
import type { RequestStats } from '../platform/telemetry/request-stats.js'

interface Outcome {
  stats: RequestStats
  userId: string | undefined
  /** In milliseconds. */
  duration: number
  /** True if the duration exceeds the threshold for warnings. */
  isSlow: boolean
  /** True if the statistics include round trips and database time. */
  hasDatabaseMetrics: boolean
}

const maxNameLength = 100

export interface RequestInfo {
  method?: string
  /** The pattern of the route. Undefined for unknown addresses, which have a path instead. */
  route?: string | undefined
  path?: string
  status?: number
}

/**
 * Writes one line for a request or an operation. docs/observability.md describes the fields. Undefined fields are
 * omitted.
 */
export function logRequest(
  log: FastifyBaseLogger,
  message: string,
  info: RequestInfo,
  outcome: Outcome,
): void {
  const { method, route, path, status } = info
  const { stats, userId, duration, isSlow, hasDatabaseMetrics } = outcome
  const { operations, cost, errors, roundTrips, databaseTime, traceId } = stats
  const isOperation = operations.length > 0
  const line = {
    method,
    route,
    path,
    status,
    userId,
    operation: isOperation ? operations.map(operationLabel).join(', ') : undefined,
    cost: isOperation ? cost : undefined,
    errors: errors.size === 0 ? undefined : [...errors],
    roundTrips: hasDatabaseMetrics ? roundTrips : undefined,
    databaseTime: hasDatabaseMetrics ? roundToTenths(databaseTime) : undefined,
    duration: roundToTenths(duration),
    traceId,
    slow: isSlow || undefined,
  }
  if (isSlow) log.warn(line, message)
  else log.info(line, message)
}

/** Shortens the name of an operation, which the client chooses. */
const operationLabel = (name: string | null) => name?.slice(0, maxNameLength) ?? '(unnamed)'

const roundToTenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10
