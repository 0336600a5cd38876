import { computed } from '@preact/signals'
import { browserLocale, insertValues, withCountry } from '../shared/languages.js'
import { type Locale } from '../shared/locales.js'
import { user } from './session.js'
import de from './translations/de.json' with { type: 'json' }
import en from './translations/en.json' with { type: 'json' }
import es from './translations/es.json' with { type: 'json' }

export type TextKey = keyof typeof en

const translations: Record<Locale, Readonly<Partial<Record<string, string>>>> = { en, de, es }

/** The language of the account, otherwise the first language of the browser that the console has. */
export const locale = computed(() => user.value?.locale ?? browserLocale)
const formatLocale = computed(() => withCountry(locale.value))

/** Returns a text in the language of the user. `{name}` is replaced by the value with that name. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return insertValues(translations[locale.value][key] ?? en[key], values, formatNumber)
}

/** The name of a value of an enumeration, such as a muscle. */
export const nameOf = (prefix: string, value: string): string =>
  translations[locale.value][`${prefix}.${value}`] ?? value

/** Values of an enumeration with their names, in alphabetical order. */
export const namesOf = <Value extends string>(
  prefix: string,
  values: readonly Value[],
): (readonly [Value, string])[] =>
  values
    .map(value => [value, nameOf(prefix, value)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, locale.value))

export const formatNumber = (value: number, digits = 1): string =>
  new Intl.NumberFormat(formatLocale.value, { maximumFractionDigits: digits }).format(value)

export const formatTime = (
  time: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string => new Intl.DateTimeFormat(formatLocale.value, options).format(new Date(time))

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats how long ago a time was, such as `3 hours ago`. */
export function formatAge(time: string): string {
  const seconds = Math.max(0, (Date.now() - Date.parse(time)) / 1000)
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['second', 1] as const)
  return new Intl.RelativeTimeFormat(formatLocale.value).format(-Math.floor(seconds / length), unit)
}
