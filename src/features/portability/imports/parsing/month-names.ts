import { normalizeText } from '../../../../lib/normalize.js'

/** The languages whose month names are recognized. If languages disagree on a name, the first one takes precedence. */
export const monthLocales =
  'en-US en-GB de fr es es-MX pt pt-PT it nl sv da nb fi pl cs sk hu ro ru uk bg el tr id ca'.split(' ')

/** Abbreviations in use that Intl does not produce. */
const otherMonthNames: Record<string, number> = { sept: 9, sep: 9, okt: 10, abr: 4 }

const forms: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  // Some languages inflect the name of a month that follows a day.
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
]

/** Removes marks, dots and apostrophes from a word and converts it to lower case. */
export const foldWord = (word: string): string =>
  normalizeText(word, 'NFKD')
    .replace(/[\p{M}.’']/gu, '')
    .toLowerCase()

let months: Map<string, number> | undefined

/** Returns the month, from 1, that a folded word names. The first call is slow, because it creates all names. */
export function parseMonth(word: string): number | undefined {
  months ??= createMonths()
  return months.get(word)
}

function createMonths(): Map<string, number> {
  const monthsByName = new Map<string, number>()
  for (const locale of monthLocales)
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC', calendar: 'gregory' })
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, month - 1, 15)))
        const word = foldWord(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (/^\p{L}+$/u.test(word) && !monthsByName.has(word)) monthsByName.set(word, month)
      }
    }
  for (const [word, month] of Object.entries(otherMonthNames))
    if (!monthsByName.has(word)) monthsByName.set(word, month)
  return monthsByName
}

let dayPeriods: Map<string, 'am' | 'pm'> | undefined

const dayPeriodLocales = ['en-US', 'es-MX', 'es', 'el', 'tr', 'bg', 'id', 'fr-CA', 'hi', 'ar'] as const
/** Names in use that Intl does not produce. */
const otherDayPeriodNames = { am: ['午前', '上午', '오전'], pm: ['午後', '下午', '오후'] } as const

export function parseDayPeriod(word: string): 'am' | 'pm' | undefined {
  dayPeriods ??= createDayPeriods()
  return dayPeriods.get(foldLetters(word))
}

function createDayPeriods(): Map<string, 'am' | 'pm'> {
  const periodsByName = new Map<string, 'am' | 'pm'>()
  for (const period of ['am', 'pm'] as const) {
    const time = new Date(Date.UTC(2026, 0, 1, period === 'am' ? 9 : 21))
    for (const locale of dayPeriodLocales) {
      const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
      const name = format.formatToParts(time).find(({ type }) => type === 'dayPeriod')?.value ?? period
      periodsByName.set(foldLetters(name), period)
    }
    for (const name of otherDayPeriodNames[period]) periodsByName.set(foldLetters(name), period)
  }
  return periodsByName
}

const foldLetters = (text: string) => foldWord(text).replace(/\P{L}/gu, '')
