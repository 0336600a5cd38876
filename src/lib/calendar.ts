import { LRUCache } from 'lru-cache'
import { hours } from './quantities.js'

/** Days of the week in their order, after ISO 8601. */
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

/** A day of the calendar without a time zone: `2030-01-31`. */
export type CalendarDate = string

const day = 24 * hours
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** To make one takes long; one and the same zone has many spellings. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', ...parts })
  formats.set(timeZone, format)
  return format
}

/** The date on the calendar of a time zone at a moment. */
export function dateIn(timeZone: string, moment: Date): CalendarDate {
  const parts = formatIn(timeZone).formatToParts(moment)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(midnight(date).getTime() + days * day).toISOString().slice(0, 10)

/** The 29th of February is the 1st of March where a year has none. */
export function addYears(date: CalendarDate, years: number): CalendarDate {
  const moment = midnight(date)
  moment.setUTCFullYear(moment.getUTCFullYear() + years)
  return moment.toISOString().slice(0, 10)
}

/** The date on the calendar where the day has come first. */
export const latestDateAt = (moment: Date): CalendarDate => dateAhead(moment, 14)

/** The date on the calendar where the day comes last. */
export const earliestDateAt = (moment: Date): CalendarDate => dateAhead(moment, -12)

const dateAhead = (moment: Date, by: number): CalendarDate =>
  new Date(moment.getTime() + by * hours).toISOString().slice(0, 10)

/** Days since the first of January 1970. */
export const dayNumberOf = (date: CalendarDate): number => midnight(date).getTime() / day

export const dateOfDayNumber = (days: number): CalendarDate => new Date(days * day).toISOString().slice(0, 10)

/** The Monday of a day's week; both as days since the first of January 1970, which was a Thursday. */
export const mondayOf = (days: number): number => Math.floor((days + 3) / 7) * 7 - 3

export const weekdayOf = (date: CalendarDate): Weekday =>
  // JavaScript's weeks begin with Sunday.
  weekdays[(midnight(date).getUTCDay() + 6) % 7] as Weekday

/** Whether it is a date that there is: the 30th of February is none. */
export function isDate(text: string): boolean {
  if (!isoDate.test(text)) return false
  // By the numbers: thousands of days of a series are looked at for one answer.
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as Triple
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const longest = month === 2 && isLeap ? 29 : (daysOfMonths[month - 1] ?? 0)
  return day >= 1 && day <= longest
}

type Triple = [year: number, month: number, day: number]
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const midnight = (date: CalendarDate) => new Date(`${date}T00:00:00.000Z`)
