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

/** One line for what is done. docs/observability.md describes its fields. */
export function tellActivity(log: FastifyBaseLogger, message: string, fields: object, done: Done): void {
  const { activity, userId, duration, isSlow, isCarried } = done
  const { operations, cost, errors, roundTrips, databaseTime, traceId } = activity
  const line = {
    ...fields,
    ...(userId === undefined ? {} : { userId }),
    ...(operations.length === 0 ? {} : { operation: operations.map(shown).join(', '), cost }),
    ...(errors.size === 0 ? {} : { errors: [...errors] }),
    ...(isCarried ? { roundTrips, databaseTime: tenths(databaseTime) } : {}),
    duration: tenths(duration),
    ...(traceId === undefined ? {} : { traceId }),
    ...(isSlow ? { slow: true } : {}),
  }
  if (isSlow) log.warn(line, message)
  else log.info(line, message)
}

/** Clients choose the names of their operations. */
const shown = (name: string | null) => name?.slice(0, longestName) ?? '(unnamed)'

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10
