import { LRUCache } from 'lru-cache'
import { hours } from './quantities.js'

/** The days of the week in ISO 8601 order. */
export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const

export type Weekday = (typeof weekdays)[number]

/** A calendar date without a time zone, such as `2030-01-31`. */
export type CalendarDate = string

const day = 24 * hours
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** Creating a format is slow. The number is limited, because one time zone can be spelled in many ways. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const existing = formats.get(timeZone)
  if (existing) return existing
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...parts })
  formats.set(timeZone, format)
  return format
}

/** Returns the calendar date in a time zone at an instant. */
export function dateIn(timeZone: string, instant: Date): CalendarDate {
  const parts = formatIn(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(midnight(date).getTime() + days * day).toISOString().slice(0, 10)

/** Adds years. February 29 becomes March 1 in years that are not leap years. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const instant = midnight(date)
  instant.setUTCFullYear(instant.getUTCFullYear() + years)
  return instant.toISOString().slice(0, 10)
}

/** Returns the calendar date in the time zone that is furthest ahead of UTC. */
export const latestDateAt = (instant: Date): CalendarDate => dateAhead(instant, 14)

/** Returns the calendar date in the time zone that is furthest behind UTC. */
export const earliestDateAt = (instant: Date): CalendarDate => dateAhead(instant, -12)

const dateAhead = (instant: Date, by: number): CalendarDate =>
  new Date(instant.getTime() + by * hours).toISOString().slice(0, 10)

/** Returns the number of days since January 1, 1970. */
export const dayNumberOf = (date: CalendarDate): number => midnight(date).getTime() / day

export const dateOfDayNumber = (days: number): CalendarDate => new Date(days * day).toISOString().slice(0, 10)

/** Returns the Monday of the same week. Both are days since January 1, 1970, which was a Thursday. */
export const mondayOf = (days: number): number => Math.floor((days + 3) / 7) * 7 - 3

export const weekdayOf = (date: CalendarDate): Weekday =>
  // In JavaScript, weeks begin on Sunday.
  weekdays[(midnight(date).getUTCDay() + 6) % 7] as Weekday

/** Returns whether the text is a valid calendar date; `2030-02-30` is not. */
export function isDate(text: string): boolean {
  if (!isoDate.test(text)) return false
  // Compare numbers instead of creating dates, because one response can require thousands of checks.
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as Triple
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const longest = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  return day >= 1 && day <= longest
}

type Triple = [year: number, month: number, day: number]
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const midnight = (date: CalendarDate) => new Date(`${date}T00:00:00.000Z`)
