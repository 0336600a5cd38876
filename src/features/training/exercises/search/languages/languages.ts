import type { Locale } from '../../../../../lib/locales.js'
import { singularize } from '../words.js'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import { searchLanguage, type Facet, type SearchLanguage } from './search-language.js'

export const english = searchLanguage({
  locale: 'en',
  vocabulary: en,
  stem: singularize,
  hasCompounds: false,
})

const germanInflection = /^(.{3,}?)(?:en|e|(?<=[lr])n)$/

const german = searchLanguage({
  locale: 'de',
  vocabulary: de,
  // English words are common in German names, so their plurals count, too.
  stem: word => singularize(word).replace(germanInflection, '$1'),
  hasCompounds: true,
})

/** As in "cables" and "flexiones", but not in "pie". */
const spanishInflection = /^(.{3,})e$/

const spanish = searchLanguage({
  locale: 'es',
  vocabulary: es,
  stem: word => singularize(word).replace(spanishInflection, '$1'),
  hasCompounds: false,
})

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
