import { locales, type Locale } from './locales.js'

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/** The first language of the browser that there are translations for. */
export const browserLocale: Locale = navigator.languages.map(tag => tag.slice(0, 2)).find(isLocale) ?? 'en'

/** Returns the language with the country of the browser, which decides on formats of dates and numbers, if it has one. */
export const withCountry = (locale: Locale): string =>
  navigator.languages.find(tag => tag.slice(0, 2) === locale) ?? locale

/** Replaces each `{name}` in a text by the value with that name. */
export const insertValues = (
  text: string,
  values: Readonly<Record<string, string | number>>,
  formatNumber: (value: number) => string,
): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? formatNumber(value) : value
  })
