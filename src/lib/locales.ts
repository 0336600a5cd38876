/** The supported languages of mails, pages and messages. */
export const locales = ['en', 'de', 'es'] as const
export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

const isLocale = (language: string): language is Locale => (locales as readonly string[]).includes(language)

/** Browsers do not send longer headers. */
const longestHeader = 1000

/** Returns the supported language that an `Accept-Language` header prefers; null if it contains none. */
export function preferredLocale(header: string | undefined): Locale | null {
  let best: { locale: Locale; quality: number } | null = null
  for (const range of (header ?? '').slice(0, longestHeader).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const [language = ''] = tag.split('-')
    const quality = qualityOf(parameters)
    if (isLocale(language) && quality > (best?.quality ?? 0)) best = { locale: language, quality }
  }
  return best?.locale ?? null
}

function qualityOf(parameters: readonly string[]): number {
  const given = parameters.find(parameter => parameter.startsWith('q='))
  if (given === undefined) return 1
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(given) ? Number(given.slice(2)) : 0
}
