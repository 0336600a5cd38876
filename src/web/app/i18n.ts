import { computed, signal } from '@preact/signals'
import { browserLocale, insertValues, withCountry } from '../shared/languages.js'
import { type Locale } from '../shared/locales.js'
import de from './translations/de.json' with { type: 'json' }
import en from './translations/en.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }

export type TextKey = keyof typeof en

const translations: Record<Locale, Readonly<Partial<Record<string, string>>>> = { en, de, es }

/** The language of the profile, once it is known. */
export const profileLocale = signal<Locale | null>(null)
export const locale = computed(() => profileLocale.value ?? browserLocale)
const formatLocale = computed(() => withCountry(locale.value))

/** Returns a text in the language of the user. `{name}` is replaced by the value with that name. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return insertValues(translations[locale.value][key] ?? en[key], values, formatNumber)
}

/** Returns the text for one or for several, such as `sets.one` and `sets.other`. */
export function plural(
  key: 'sets' | 'repetitions' | 'workouts' | 'exercises' | 'weeks' | 'sessions' | 'changes' | 'lines',
  count: number,
): string {
  const isOne = new Intl.PluralRules(locale.value).select(count) === 'one'
  return t(`${key}.${isOne ? 'one' : 'other'}`, { count })
}

/** The name of a value of an enumeration, such as a muscle. */
export function nameOf(
  prefix:
    | 'muscle'
    | 'equipment'
    | 'level'
    | 'setType'
    | 'recordType'
    | 'consent'
    | 'consentReason'
    | 'goalKind'
    | 'measure'
    | 'pauseReason'
    | 'tracking'
    | 'pose',
  value: string,
): string {
  const key = `${prefix}.${value}`
  return translations[locale.value][key] ?? value
}

export const formatNumber = (value: number, digits = 2): string =>
  new Intl.NumberFormat(formatLocale.value, { maximumFractionDigits: digits }).format(value)

/** The text of a number in an input. Has no separators of thousands, which `parseNumber` would read as decimal separators. */
export const numberText = (value: number, digits = 10): string =>
  new Intl.NumberFormat(formatLocale.value, { maximumFractionDigits: digits, useGrouping: false }).format(
    value,
  )

export const isInOtherYear = (date: string | Date): boolean =>
  new Date(date).getFullYear() !== new Date().getFullYear()

/** Formats a date, by default with its weekday, and with its year if it is not the current one. */
export const formatDate = (
  date: string | Date,
  options: Intl.DateTimeFormatOptions = {
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
    ...(isInOtherYear(date) ? { year: 'numeric' } : {}),
  },
): string => new Intl.DateTimeFormat(formatLocale.value, options).format(new Date(date))

/** Formats a calendar date, such as `2026-01-31`, independently of the time zone. Has the year if it is not the current one. */
export const formatDay = (date: string): string =>
  formatDate(`${date}T00:00:00Z`, {
    ...{ weekday: 'long', day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(isInOtherYear(`${date}T00:00:00`) ? { year: 'numeric' } : {}),
  })

/** Formats a calendar date with its year and without its weekday. */
export const formatDayWithYear = (date: string): string =>
  formatDate(`${date}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats seconds as minutes and seconds, such as `1:30`, or with hours, such as `1:05:00`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map(part => String(part).padStart(2, '0'))
  const hours = Math.floor(whole / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '')
}

/** Formats seconds as hours and minutes, such as `1 h 5 min`, or as seconds if they are less than a minute. */
export function formatTotalDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}\u00a0s`
  const minutes = Math.round(seconds / 60)
  const parts = [`${Math.floor(minutes / 60)}\u00a0h`, `${minutes % 60}\u00a0min`]
  return parts.filter(part => !part.startsWith('0')).join(' ')
}

/** Reads a number in the format of the user. Accepts a comma and a period as the decimal separator. */
export function parseNumber(text: string): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(value) || value < 0 ? null : value
}

/** Reads a duration, such as `90` or `1:30`, in seconds. */
export function parseDuration(text: string): number | null {
  if (text.trim() === '') return null
  const parts = text.trim().split(':').map(Number)
  const seconds = parts.reduce((sum, part) => sum * 60 + part, 0)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null
}
