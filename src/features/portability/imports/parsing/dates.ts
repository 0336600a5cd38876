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
// Hours and minutes behind all else but the names of the halves of a day, which may stand before them, too.
const time = /(?:^|[^\d:])(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,9}))?)?\s*\D*$/u

/**
 * Reads `2026-05-01 19:26:00`, `May 15, 2026, 7:26 PM`, `27 de jul. de 2026, 19:26` and their like, in the languages
 * of phones.
 * @param timeZone the time zone of dates without one
 * @returns null if the text is not a date, or if it is ambiguous
 */
export function parseDate(cell: string, timeZone: string): ParsedDate | null {
  if (cell.length > maxLength) return null
  const text = normalizeText(cell, 'NFKC').replace(/\s+/gu, ' ').trim()
  // A date has a dash of its own, too: an offset stands behind a time.
  const offset = /:\d{2}/.test(text) ? zone.exec(text) : null
  const wall = readWallTime(offset ? text.slice(0, offset.index).trim() : text)
  if (!wall || !isWallTime(wall)) return null
  const shown = textOf(wall)
  if (!offset) return { date: instantOf(timeZone, wall), key: shown }
  const moment = new Date(`${shown}${isoOffset(offset[0])}`)
  return Number.isNaN(moment.getTime()) ? null : { date: moment, key: moment.toISOString() }
}

function isoOffset(text: string): string {
  if (/[a-z]/i.test(text)) return 'Z'
  return text.includes(':') ? text : `${text.slice(0, 3)}:${text.slice(3)}`
}

function readWallTime(text: string): WallTime | null {
  const found = time.exec(text)
  const before = found ? text.slice(0, found.index + found[0].search(/\d/)) : text
  const date = readDate(before)
  if (!date) return null
  if (!found) return { ...date, hour: 0, minute: 0, second: 0, millisecond: 0 }
  const [, hour = '', minute = '', second = '0', fraction = ''] = found
  const half = halfIn(text)
  const shown = Number(hour)
  if (half && (shown < 1 || shown > 12)) return null
  return {
    ...date,
    hour: half ? (shown % 12) + (half === 'pm' ? 12 : 0) : shown,
    ...{ minute: Number(minute), second: Number(second) },
    millisecond: Math.floor(Number(`0.${fraction || 0}`) * 1000),
  }
}

function halfIn(text: string): 'am' | 'pm' | undefined {
  for (const [words] of text.matchAll(/\p{L}[\p{L}\p{M}.]*(?: ?\p{L}[\p{L}\p{M}]?\.)?/gu)) {
    const half = parseDayPeriod(words)
    if (half) return half
  }
  return undefined
}

function readDate(text: string): Pick<WallTime, 'year' | 'month' | 'day'> | null {
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => digits)
  const named = new Set(
    [...text.matchAll(/\p{L}[\p{L}\p{M}’']*/gu)].flatMap(([word]) => parseMonth(foldWord(word)) ?? []),
  )
  const year = numbers.findIndex(({ length }) => length === 4)
  if (year === -1 || named.size > 1) return null
  const others = numbers.filter((_, at) => at !== year).map(Number)
  const [month] = named
  if (month !== undefined)
    return others.length === 1 ? { year: Number(numbers[year]), month, day: others[0] ?? 0 } : null
  const [first, second] = others
  if (others.length !== 2 || first === undefined || second === undefined) return null
  const order = year === 0 ? 'month first' : orderOf(text, first, second)
  if (!order) return null
  const [ofMonth, day] = order === 'month first' ? [first, second] : [second, first]
  return { year: Number(numbers[year]), month: ofMonth, day }
}

/** A date with slashes is ambiguous unless one of the numbers cannot be a month. */
function orderOf(text: string, first: number, second: number): 'month first' | 'day first' | null {
  if (!text.includes('/')) return 'day first'
  if (first > 12 || first === second) return 'day first'
  return second > 12 ? 'month first' : null
}

const digits = (value: number, length = 2) => String(value).padStart(length, '0')

const textOf = ({ year, month, day, hour, minute, second, millisecond }: WallTime): string =>
  `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}:${digits(second)}` +
  (millisecond === 0 ? '' : `.${digits(millisecond, 3)}`)
