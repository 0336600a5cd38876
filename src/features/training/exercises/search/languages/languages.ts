import type { Locale } from '../../../../../lib/locales.js'
import { english } from './english.js'
import { german } from './german.js'
import type { Facet, SearchLanguage } from './search-language.js'
import { spanish } from './spanish.js'

export const searchLanguages: Readonly<Record<Locale, SearchLanguage>> = {
  en: english,
  de: german,
  es: spanish,
}

/** Words of the other languages that stand for facets, as a search in one language reads them. */
export function foreignMeanings({ locale, wordsOf }: SearchLanguage): ReadonlyMap<string, readonly Facet[]> {
  const others = Object.values(searchLanguages).filter(language => language.locale !== locale)
  return new Map(
    others
      .flatMap(({ writtenMeanings }) => [...writtenMeanings])
      .map(([written, facets]) => [wordsOf(written).join(' '), facets] as const)
      .filter(([word]) => !word.includes(' ')),
  )
}
