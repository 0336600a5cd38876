import type { FastifyBaseLogger } from 'fastify'
import type { Activity } from '../platform/telemetry/activity.js'

interface Done {
  activity: Activity
  /** Who asked. */
  userId: string | undefined
  /** In milliseconds. */
  duration: number
  /** Whether it took longer than it should. */
  isSlow: boolean
  /** Whether it is known what it asked of the database. */
  isCarried: boolean
}

const longestName = 100

export interface Asked {
  method?: string
  /** The pattern of its path; else the path itself. */
  route?: string | undefined
  path?: string
  status?: number
}

/**
 * One line for what is done. docs/observability.md describes its fields; those that are undefined are not written.
 */
export function tellActivity(log: FastifyBaseLogger, message: string, asked: Asked, done: Done): void {
  const { method, route, path, status } = asked
  const { activity, userId, duration, isSlow, isCarried } = done
  const { operations, cost, errors, roundTrips, databaseTime, traceId } = activity
  const isOperation = operations.length > 0
  const line = {
    method,
    route,
    path,
    status,
    userId,
    operation: isOperation ? operations.map(shown).join(', ') : undefined,
    cost: isOperation ? cost : undefined,
    errors: errors.size === 0 ? undefined : [...errors],
    roundTrips: isCarried ? roundTrips : undefined,
    databaseTime: isCarried ? tenths(databaseTime) : undefined,
    duration: tenths(duration),
    traceId,
    slow: isSlow || undefined,
  }
  if (isSlow) log.warn(line, message)
  else log.info(line, message)
}

/** Clients choose the names of their operations. */
const shown = (name: string | null) => name?.slice(0, longestName) ?? '(unnamed)'

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10
