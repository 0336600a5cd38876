import type { FastifyBaseLogger } from 'fastify'
import type { RequestStats } from '../platform/telemetry/request-stats.js'

interface Outcome {
  activity: RequestStats
  /** Who asked. */
  userId: string | undefined
  /** In milliseconds. */
  duration: number
  /** Whether it took longer than it should. */
  isSlow: boolean
  /** Whether it is known what it asked of the database. */
  hasDatabaseMetrics: boolean
}

const maxNameLength = 100

export interface RequestInfo {
  method?: string
  /** The pattern of its path; else the path itself. */
  route?: string | undefined
  path?: string
  status?: number
}

/**
 * One line for what is done. docs/observability.md describes its fields; those that are undefined are not written.
 */
export function logRequest(log: FastifyBaseLogger, message: string, asked: RequestInfo, done: Outcome): void {
  const { method, route, path, status } = asked
  const { activity, userId, duration, isSlow, hasDatabaseMetrics } = done
  const { operations, cost, errors, roundTrips, databaseTime, traceId } = activity
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

/** Clients choose the names of their operations. */
const operationLabel = (name: string | null) => name?.slice(0, maxNameLength) ?? '(unnamed)'

const roundToTenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10
