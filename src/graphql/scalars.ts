import { GraphQLError, Kind, type ValueNode } from 'graphql'
import { isDate, type CalendarDate } from '../lib/calendar.js'
import { parseTimestamp } from '../lib/timestamps.js'

/**
 * Serializes to ISO 8601 in UTC with three fractional digits, and parses any offset. Not a GraphQLScalarType, which would
 * replace the scalar of the schema and its description.
 */
export const DateTime = {
  serialize(value: unknown): string {
    if (!(value instanceof Date)) throw new TypeError('DateTime can only serialize a Date')
    return value.toISOString()
  },
  parseValue: (value: unknown) => parseDateTime(value),
  parseLiteral: (node: ValueNode) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined, node),
}

function parseDateTime(value: unknown, node?: ValueNode): Date {
  const timestamp = typeof value === 'string' ? parseTimestamp(value) : null
  if (timestamp) return timestamp
  throw new GraphQLError('A DateTime must have the form "2026-01-31T08:15:30.000Z".', { nodes: node })
}

/** A calendar date, which is not converted. */
export const DateOnly = {
  serialize(value: unknown): string {
    if (typeof value !== 'string' || !isDate(value))
      throw new TypeError('Date can only serialize a calendar date')
    return value
  },
  parseValue: (value: unknown) => parseDate(value),
  parseLiteral: (node: ValueNode) => parseDate(node.kind === Kind.STRING ? node.value : undefined, node),
}

function parseDate(value: unknown, node?: ValueNode): CalendarDate {
  if (typeof value === 'string' && isDate(value)) return value
  throw new GraphQLError('A Date must have the form "2026-01-31".', { nodes: node })
}
