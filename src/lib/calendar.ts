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

export const weekdayOf = (date: CalendarDate): Weekday =>
  // JavaScript's weeks begin with Sunday.
  weekdays[(midnight(date).getUTCDay() + 6) % 7] as Weekday

/** Whether it is a date that there is: the 30th of February is none. */
export function isDate(text: string): boolean {
  if (!isoDate.test(text)) return false
  const moment = midnight(text)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

const midnight = (date: CalendarDate) => new Date(`${date}T00:00:00.000Z`)
