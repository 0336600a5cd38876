import { normalizeText } from '../../../../lib/normalize.js'

/** The languages of phones whose exports name months. Of a name that means two months the first one's counts. */
export const monthLocales =
  'en-US en-GB de fr es es-MX pt pt-PT it nl sv da nb fi pl cs sk hu ro ru uk bg el tr id ca'.split(' ')

/** Also written, though Intl writes otherwise. */
const others: Record<string, number> = { sept: 9, sep: 9, okt: 10, abr: 4 }

const forms: readonly Intl.DateTimeFormatOptions[] = [
  { month: 'long' },
  { month: 'short' },
  // Some languages write a month otherwise beside a day.
  { month: 'long', day: 'numeric' },
  { month: 'short', day: 'numeric' },
]

/** A word as it is looked up: without marks, dots and capitals. */
export const foldWord = (word: string): string =>
  normalizeText(word, 'NFKD')
    .replace(/[\p{M}.’']/gu, '')
    .toLowerCase()

let months: Map<string, number> | undefined

/** The month, from 1, that a folded word names. Made when it is asked for first: that takes a while. */
export function parseMonth(word: string): number | undefined {
  months ??= allMonths()
  return months.get(word)
}

function allMonths(): Map<string, number> {
  const known = new Map<string, number>()
  for (const locale of monthLocales)
    for (const form of forms) {
      const format = new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC', calendar: 'gregory' })
      for (let month = 1; month <= 12; month++) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, month - 1, 15)))
        const word = foldWord(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (/^\p{L}+$/u.test(word) && !known.has(word)) known.set(word, month)
      }
    }
  for (const [word, month] of Object.entries(others)) if (!known.has(word)) known.set(word, month)
  return known
}

let halves: Map<string, 'am' | 'pm'> | undefined

const halfLocales = ['en-US', 'es-MX', 'es', 'el', 'tr', 'bg', 'id', 'fr-CA', 'hi', 'ar'] as const
/** Intl writes some of them otherwise than phones do. */
const otherHalves = { am: ['午前', '上午', '오전'], pm: ['午後', '下午', '오후'] } as const

/** Which half of the day a word names. */
export function parseDayPeriod(word: string): 'am' | 'pm' | undefined {
  halves ??= allHalves()
  return halves.get(letters(word))
}

function allHalves(): Map<string, 'am' | 'pm'> {
  const known = new Map<string, 'am' | 'pm'>()
  for (const half of ['am', 'pm'] as const) {
    const moment = new Date(Date.UTC(2026, 0, 1, half === 'am' ? 9 : 21))
    for (const locale of halfLocales) {
      const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
      const name = format.formatToParts(moment).find(({ type }) => type === 'dayPeriod')?.value ?? half
      known.set(letters(name), half)
    }
    for (const name of otherHalves[half]) known.set(letters(name), half)
  }
  return known
}

const letters = (text: string) => foldWord(text).replace(/\P{L}/gu, '')
