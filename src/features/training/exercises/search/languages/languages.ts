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

/** The words of other languages that stand for facets, stemmed as in a search in this language. */
export function foreignFacets({ locale, wordsOf }: SearchLanguage): ReadonlyMap<string, readonly Facet[]> {
  const others = Object.values(searchLanguages).filter(language => language.locale !== locale)
  return new Map(
    others
      .flatMap(({ facetPhrases }) => [...facetPhrases])
      .map(([written, facets]) => [wordsOf(written).join(' '), facets] as const)
      .filter(([word]) => !word.includes(' ')),
  )
}
