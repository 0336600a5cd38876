import { normalizeText } from '../../../../lib/normalize.js'
import { isWallTime, instantOf, type WallTime } from '../../../../lib/wall-time.js'
import { foldWord, parseDayPeriod, parseMonth } from './month-names.js'

/** A date and time of a file. */
export interface ParsedDate {
  date: Date
  /** The date in a canonical form that does not depend on the time zone assumed for dates without one. */
  key: string
}

/** The maximum length of a date, in UTF-16 units. */
const maxLength = 80
const zone = /(z|utc|[+-]\d{2}:?\d{2})$/i
// The time comes last, except that AM or PM can follow or precede it.
const time = /(?:^|[^\d:])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*\D*$/u

/**
 * Parses dates such as `2026-05-01 19:26:00`, `May 15, 2026, 7:26 PM` and `27 de jul. de 2026, 19:26`, in many
 * languages.
 * @param timeZone the time zone of dates without one
 * @returns null if the text is not a date, or if it is ambiguous
 */
export function parseDate(cell: string, timeZone: string): ParsedDate | null {
  if (cell.length > maxLength) return null
  const text = normalizeText(cell, 'NFKC').replace(/\s+/gu, ' ').trim()
  // An offset can only follow a time: the end of a date, such as `-15`, can look like one.
  const offset = /:\d{2}/.test(text) ? zone.exec(text) : null
  const wall = parseWallTime(offset ? text.slice(0, offset.index).trim() : text)
  if (!wall || !isWallTime(wall)) return null
  const local = formatWallTime(wall)
  if (!offset) return { date: instantOf(timeZone, wall), key: local }
  const date = new Date(`${local}${isoOffset(offset[0])}`)
  return Number.isNaN(date.getTime()) ? null : { date, key: date.toISOString() }
}

function isoOffset(text: string): string {
  if (/[a-z]/i.test(text)) return 'Z'
  return text.includes(':') ? text : `${text.slice(0, 3)}:${text.slice(3)}`
}

function parseWallTime(text: string): WallTime | null {
  const found = time.exec(text)
  const before = found ? text.slice(0, found.index + found[0].search(/\d/)) : text
  const date = parseCalendarDate(before)
  if (!date) return null
  if (!found) return { ...date, hour: 0, minute: 0, second: 0, millisecond: 0 }
  const [, hour = '', minute = '', second = '0', fraction = ''] = found
  const period = findDayPeriod(text)
  const statedHour = Number(hour)
  if (period && (statedHour < 1 || statedHour > 12)) return null
  return {
    ...date,
    hour: period ? (statedHour % 12) + (period === 'pm' ? 12 : 0) : statedHour,
    minute: Number(minute),
    second: Number(second),
    millisecond: Math.floor(Number(`0.${fraction || 0}`) * 1000),
  }
}

function findDayPeriod(text: string): 'am' | 'pm' | undefined {
  for (const [words] of text.matchAll(/\p{L}[\p{L}\p{M}.]*(?: ?\p{L}[\p{L}\p{M}]?\.)?/gu)) {
    const period = parseDayPeriod(words)
    if (period) return period
  }
  return undefined
}

function parseCalendarDate(text: string): Pick<WallTime, 'year' | 'month' | 'day'> | null {
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits)
  const namedMonths = new Set(
    [...text.matchAll(/\p{L}[\p{L}\p{M}’']*/gu)].flatMap(([word]) => parseMonth(foldWord(word)) ?? []),
  )
  const yearAt = numbers.findIndex(({ length }) => length === 4)
  if (yearAt === -1 || namedMonths.size > 1) return null
  const others = numbers.filter((_, position) => position !== yearAt).map(Number)
  const [month] = namedMonths
  if (month !== undefined)
    return others.length === 1 ? { year: Number(numbers[yearAt]), month, day: others[0] ?? 0 } : null
  const [first, second] = others
  if (others.length !== 2 || first === undefined || second === undefined) return null
  const order = yearAt === 0 ? 'month first' : detectOrder(text, first, second)
  if (!order) return null
  const year = Number(numbers[yearAt])
  return order === 'month first' ? { year, month: first, day: second } : { year, month: second, day: first }
}

/** A date with slashes is ambiguous unless one of the numbers cannot be a month. */
function detectOrder(text: string, first: number, second: number): 'month first' | 'day first' | null {
  if (!text.includes('/')) return 'day first'
  if (first > 12 || first === second) return 'day first'
  return second > 12 ? 'month first' : null
}

const digits = (value: number, length = 2) => String(value).padStart(length, '0')

const formatWallTime = ({ year, month, day, hour, minute, second, millisecond }: WallTime): string =>
  `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}:${digits(second)}` +
  (millisecond === 0 ? '' : `.${digits(millisecond, 3)}`)
