import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { isDate, type CalendarDate } from '../lib/calendar.js'
import { parseTimestamp } from '../lib/timestamps.js'

/**
 * Written as ISO 8601 in UTC with three fractional digits; read with any offset. No scalar of its own: that would take
 * the place of the schema's, with its description.
 */
export const DateTime = {
  serialize(value: unknown): string {
    if (!(value instanceof Date)) throw new TypeError('DateTime can only be written from a Date')
    return value.toISOString()
  },
  parseValue: (value: unknown) => parseDateTime(value),
  parseLiteral: (node: ValueNode) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined, node),
}

function parseDateTime(value: unknown, node?: ValueNode): Date {
  const moment = typeof value === 'string' ? parseTimestamp(value) : null
  if (moment) return moment
  throw new GraphQLError('A DateTime must have the form "2026-01-31T08:15:30.000Z".', { nodes: node })
}

/** A day of the calendar, read and written as it stands. */
export const DateOnly = {
  serialize(value: unknown): string {
    if (typeof value !== 'string' || !isDate(value))
      throw new TypeError('Date can only be written from a date')
    return value
  },
  parseValue: (value: unknown) => parseDate(value),
  parseLiteral: (node: ValueNode) => parseDate(node.kind === Kind.STRING ? node.value : undefined, node),
}

function parseDate(value: unknown, node?: ValueNode): CalendarDate {
  if (typeof value === 'string' && isDate(value)) return value
  throw new GraphQLError('A Date must have the form "2026-01-31".', { nodes: node })
}
