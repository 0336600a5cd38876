/** The languages of the web app and of the console. */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]

/** The names of the languages in these languages. */
export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }
