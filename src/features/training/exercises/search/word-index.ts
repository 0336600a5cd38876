import type { Yielder } from '../../../../lib/event-loop.js'
import { dictionary, type Dictionary } from './dictionary.js'
import { bagOfWords, buildEntries, facetTerm, type NameIndex, type Searchable } from './search-entries.js'
import { english } from './languages/languages.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { forEachPosting } from './postings.js'
import { rankMatches, type Matches } from './ranking.js'
import { bigramShare, bigramsOf } from './bigrams.js'

/** How well a term matches a word of the search, in percent. */
const matchPercent = { exact: 100, prefix: 94, facetWordInName: 60, facet: 100, facetPrefix: 80 }
/** Shorter prefixes match only for the last word, which the user may still be typing. */
export const minPrefixLength = 3
/** The bonus for adjacent words over the same words apart. */
const bigramBonus = 60
/** The penalty for stretching and foam rolling unless the search asks for them. It outweighs everything else. */
const stretchPenalty = 3000

/** A word of a search and the facets that it stands for. */
interface SearchTerm {
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
interface RankingCriteria {
  /** The words that match anything, in the order of the search. */
  found: readonly string[]
  /** The minimum number of words to match. */
  minMatches: number
  asksForStretch: boolean
  /** True if some words are known in another language only: then names in other languages count as exact names, too. */
  isForeign: boolean
}

type LocalizedNames = NameIndex & { words: Dictionary }

/**
 * Indexes the words of exercises, which are sorted by name.
 * @param language the language of the searches
 */
export async function wordIndex(exercises: readonly Searchable[], language: SearchLanguage = english) {
  const entries = await buildEntries(exercises, language)
  const withDictionary = async (names: NameIndex): Promise<LocalizedNames> => ({
    ...names,
    words: await dictionary(names.frequencies, names.compounds),
  })
  const native = await withDictionary(entries.native)
  const foreign = entries.foreign && (await withDictionary(entries.foreign))
  const nameIndexes = foreign ? [native, foreign] : [native]
  const count = exercises.length

  /** Raises the scores in `best` of the exercises that have a term. @returns whether any has it */
  function addTerm(
    { postings: all }: LocalizedNames,
    best: Uint8Array,
    term: string,
    percent: number,
  ): boolean {
    const postings = all.get(term)
    if (!postings) return false
    forEachPosting(postings, (position, weight) => {
      const value = Math.round((percent * weight) / 100)
      if (value > (best[position] ?? 0)) best[position] = value
    })
    return true
  }

  /** Scores each exercise for one word, in `best`. @returns whether any matches */
  async function scoreWord(best: Uint8Array, { word, facets }: SearchTerm, isLast: boolean, pause: Yielder) {
    best.fill(0)
    const wordFacets = language.facetsFor(word)
    const namePercent = wordFacets.length > 0 ? matchPercent.facetWordInName : matchPercent.exact
    let found = false
    for (const nameIndex of nameIndexes) {
      found = addTerm(nameIndex, best, word, namePercent) || found
      if (!isLast && word.length < minPrefixLength) continue
      for (const longer of nameIndex.words.withPrefix(word)) {
        if (longer !== word)
          found = addTerm(nameIndex, best, longer, (matchPercent.prefix * namePercent) / 100) || found
        await pause()
      }
    }
    const facetPercent = wordFacets.length > 0 ? matchPercent.facet : matchPercent.facetPrefix
    for (const facet of facets) found = addTerm(native, best, facetTerm(facet), facetPercent) || found
    return found
  }

  return {
    /** The words of names in the language of the search, and of names in other languages. */
    native: toVocabulary(native),
    foreign: foreign && toVocabulary(foreign),

    async score(terms: readonly SearchTerm[], pause: Yielder): Promise<TermScores> {
      const [sums, matched, best] = [new Uint16Array(count), new Uint8Array(count), new Uint8Array(count)]
      const found = new Set<string>()
      for (const [index, one] of terms.entries()) {
        if (!(await scoreWord(best, one, index === terms.length - 1, pause))) continue
        found.add(one.word)
        for (let position = 0; position < count; position++) {
          const value = best[position] ?? 0
          if (value === 0) continue
          sums[position] = (sums[position] ?? 0) + value
          matched[position] = (matched[position] ?? 0) + 1
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
      const wordBag = bagOfWords(found)
      const searchedIndexes = isForeign ? nameIndexes : [native]
      const exactNames = searchedIndexes.flatMap(nameIndex => nameIndex.exactNames.get(wordBag) ?? [])
      const bonuses = new Map(
        exactNames.toSorted((a, b) => a.bonus - b.bonus).map(call => [call.position, call.bonus]),
      )
      return rankMatches(
        count,
        position => {
          if ((matched[position] ?? 0) < minMatches) return undefined
          const wordScore = Math.round(((sums[position] ?? 0) * 10) / found.length)
          const share = bigramShare(
            bigrams,
            searchedIndexes.map(({ texts }) => texts[position] ?? '').join(''),
          )
          const bigramScore = Math.round(share * (Math.max(0, 1000 - wordScore) + bigramBonus))
          const isPenalized = entries.isStretch[position] === 1 && !asksForStretch
          const bonus = (bonuses.get(position) ?? 0) - (isPenalized ? stretchPenalty : 0)
          return wordScore + bigramScore + bonus + (entries.priors[position] ?? 0)
        },
        pause,
      )
    },
  }
}

const toVocabulary = ({ words, compounds }: LocalizedNames) => ({
  compounds,
  knows: words.isWordOrPrefix,
  has: words.has,
  correct: words.correct,
})

/** The words of the names in an index, with spelling correction. */
export type Vocabulary = ReturnType<typeof toVocabulary>

export type WordIndex = Awaited<ReturnType<typeof wordIndex>>
