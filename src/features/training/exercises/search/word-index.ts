import type { Yielder } from '../../../../lib/event-loop.js'
import { dictionary, type Dictionary } from './dictionary.js'
import { bagOfWords, buildEntries, facetTerm, type NameIndex, type Searchable } from './search-entries.js'
import { english } from './languages/english.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { forEachPosting } from './postings.js'
import { rankMatches, type Matches } from './ranking.js'
import { bigramShare, bigramsOf } from './bigrams.js'

/** How well a term matches a word of the search, in percent. */
const fit = { exact: 100, prefix: 94, facetWordInName: 60, facet: 100, facetPrefix: 80 }
/** Shorter prefixes match only for the last word, which the user may still be typing. */
export const minPrefixLength = 3
/** The bonus for adjacent words over the same words apart. */
const bigramBonus = 60
/** The penalty for stretching and foam rolling unless the search asks for them. It outweighs everything else. */
const stretchPenalty = 3000

/** A word of a search and the facets that it stands for. */
export interface SearchTerm {
  word: string
  facets: readonly Facet[]
}

/** How well each exercise matches the words of a search. */
export interface TermScores {
  /** The words that at least one exercise matches. */
  found: ReadonlySet<string>
  /** By position: the sum of the scores, and the number of matched words. */
  sums: Uint16Array
  matched: Uint8Array
}

/** How matches are ranked. It can depend on several indexes. */
export interface RankingCriteria {
  /** The words that match anything, in the order of the search. */
  found: readonly string[]
  /** The minimum number of words to match. */
  minMatches: number
  asksForStretch: boolean
  /** Whether some words are known in another language only: then names in other languages count as exact names, too. */
  isForeign: boolean
}

/** Names with the dictionary of their words. */
type NameLayer = NameIndex & { words: Dictionary }

/**
 * Indexes the words of exercises, which are sorted by name.
 * @param language the language of the searches
 */
export async function wordIndex(exercises: readonly Searchable[], language: SearchLanguage = english) {
  const entries = await buildEntries(exercises, language)
  const layer = async (names: NameIndex): Promise<NameLayer> => ({
    ...names,
    words: await dictionary(names.frequencies, names.compounds),
  })
  const native = await layer(entries.native)
  const foreign = entries.foreign && (await layer(entries.foreign))
  const layers = foreign ? [native, foreign] : [native]
  const count = exercises.length

  /** Raises the scores in `best` of the exercises that have a term. @returns whether any has it */
  function addTerm({ postings: all }: NameLayer, best: Uint8Array, term: string, percent: number): boolean {
    const postings = all.get(term)
    if (!postings) return false
    forEachPosting(postings, (place, weight) => {
      const value = Math.round((percent * weight) / 100)
      if (value > (best[place] ?? 0)) best[place] = value
    })
    return true
  }

  /** Scores each exercise for one word, in `best`. @returns whether any matches */
  async function scoreWord(best: Uint8Array, { word, facets }: SearchTerm, isLast: boolean, pause: Yielder) {
    best.fill(0)
    const meaning = language.facetsFor(word)
    const asName = meaning.length > 0 ? fit.facetWordInName : fit.exact
    let found = false
    for (const layer of layers) {
      found = addTerm(layer, best, word, asName) || found
      if (!isLast && word.length < minPrefixLength) continue
      for (const longer of layer.words.withPrefix(word)) {
        if (longer !== word) found = addTerm(layer, best, longer, (fit.prefix * asName) / 100) || found
        await pause()
      }
    }
    const ofFacet = meaning.length > 0 ? fit.facet : fit.facetPrefix
    for (const facet of facets) found = addTerm(native, best, facetTerm(facet), ofFacet) || found
    return found
  }

  return {
    /** The words of names in the language of the search, and of names in other languages. */
    native: vocabularyOf(native),
    foreign: foreign && vocabularyOf(foreign),

    async score(terms: readonly SearchTerm[], pause: Yielder): Promise<TermScores> {
      const [sums, matched, best] = [new Uint16Array(count), new Uint8Array(count), new Uint8Array(count)]
      const found = new Set<string>()
      for (const [at, one] of terms.entries()) {
        if (!(await scoreWord(best, one, at === terms.length - 1, pause))) continue
        found.add(one.word)
        for (let place = 0; place < count; place++) {
          const value = best[place] ?? 0
          if (value === 0) continue
          sums[place] = (sums[place] ?? 0) + value
          matched[place] = (matched[place] ?? 0) + 1
        }
        await pause()
      }
      return { found, sums, matched }
    },

    rank(
      { sums, matched }: TermScores,
      { found, minMatches, asksForStretch, isForeign }: RankingCriteria,
      pause: Yielder,
    ): Promise<Matches> {
      const bigrams = bigramsOf(found, language.isUnorderedFacet)
      const bag = bagOfWords(found)
      const relevant = isForeign ? layers : [native]
      const exactNames = relevant.flatMap(layer => layer.exactNames.get(bag) ?? [])
      const bonuses = new Map(
        exactNames.toSorted((a, b) => a.bonus - b.bonus).map(call => [call.place, call.bonus]),
      )
      return rankMatches(
        count,
        place => {
          if ((matched[place] ?? 0) < minMatches) return undefined
          const fits = Math.round(((sums[place] ?? 0) * 10) / found.length)
          const bigramPart = bigramShare(bigrams, relevant.map(({ texts }) => texts[place] ?? '').join(''))
          const bonusForBigrams = Math.round(bigramPart * (Math.max(0, 1000 - fits) + bigramBonus))
          const isPenalized = entries.isStretch[place] === 1 && !asksForStretch
          const bonus = (bonuses.get(place) ?? 0) - (isPenalized ? stretchPenalty : 0)
          return fits + bonusForBigrams + bonus + (entries.priors[place] ?? 0)
        },
        pause,
      )
    },
  }
}

const vocabularyOf = ({ words, compounds }: NameLayer) => ({
  compounds,
  knows: words.knows,
  has: words.has,
  correct: words.correct,
})

/** The words of the names in an index, with spelling correction. */
export type Vocabulary = ReturnType<typeof vocabularyOf>

export type WordIndex = Awaited<ReturnType<typeof wordIndex>>
