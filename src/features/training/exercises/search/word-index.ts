import type { Yielder } from '../../../../lib/event-loop.js'
import { dictionary, type Dictionary } from './dictionary.js'
import { bagOfWords, buildEntries, facetTerm, type NameIndex, type Searchable } from './search-entries.js'
import { english } from './languages/english.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { forEachPosting } from './postings.js'
import { rankMatches, type Matches } from './ranking.js'
import { bigramShare, bigramsOf } from './bigrams.js'

/** How well a term fits a word that was written, in percent. */
const fit = { same: 100, beginning: 94, nameOfFacet: 60, facet: 100, beginningOfFacet: 80 }
/** Beginnings that are shorter count for the last word alone: nobody stops so early in the midst. */
export const minPrefixLength = 3
/** What words in a row are better than the same words anywhere. */
const rowBonus = 60
/** What stretching and rolling fall behind by where nobody asked for them: more than anything else counts. */
const stretchFall = 3000

/** A word of a search, and what it stands for. */
export interface SearchTerm {
  word: string
  facets: readonly Facet[]
}

/** How well each exercise fits the words of a search. */
export interface TermScores {
  /** The words that any of them has. */
  found: ReadonlySet<string>
  /** By their places: how well the words fit, added up, and how many do. */
  sums: Uint16Array
  matched: Uint8Array
}

/** What a search goes by, which may be of several indexes together. */
export interface RankingCriteria {
  /** Words that anything has, in the order in which they were written. */
  found: readonly string[]
  /** How many of them have to fit. */
  atLeast: number
  asksForStretch: boolean
  /** Whether some of them are words of another language: then names in other languages count as a whole. */
  isForeign: boolean
}

/** The words of some names, in the index of their exercises. */
type NameLayer = NameIndex & { words: Dictionary }

/**
 * The words of exercises, which come in the order of their names.
 * @param language that of the search
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

  /** Notes in `best` how well a term fits those that have it. */
  function take({ postings: all }: NameLayer, best: Uint8Array, term: string, percent: number): boolean {
    const postings = all.get(term)
    if (!postings) return false
    forEachPosting(postings, (place, weight) => {
      const value = Math.round((percent * weight) / 100)
      if (value > (best[place] ?? 0)) best[place] = value
    })
    return true
  }

  /** How well each exercise fits one word, in `best`. False: nothing has it. */
  async function fitWord(best: Uint8Array, { word, facets }: SearchTerm, isLast: boolean, pause: Yielder) {
    best.fill(0)
    const meaning = language.meaningOf(word)
    const asName = meaning.length > 0 ? fit.nameOfFacet : fit.same
    let found = false
    for (const layer of layers) {
      found = take(layer, best, word, asName) || found
      if (!isLast && word.length < minPrefixLength) continue
      for (const longer of layer.words.beginningWith(word)) {
        if (longer !== word) found = take(layer, best, longer, (fit.beginning * asName) / 100) || found
        await pause()
      }
    }
    const ofFacet = meaning.length > 0 ? fit.facet : fit.beginningOfFacet
    for (const facet of facets) found = take(native, best, facetTerm(facet), ofFacet) || found
    return found
  }

  return {
    /** What the names in the language of the search have, then what the others have. */
    native: vocabularyOf(native),
    foreign: foreign && vocabularyOf(foreign),

    async tally(asked: readonly SearchTerm[], pause: Yielder): Promise<TermScores> {
      const [sums, matched, best] = [new Uint16Array(count), new Uint8Array(count), new Uint8Array(count)]
      const found = new Set<string>()
      for (const [at, one] of asked.entries()) {
        if (!(await fitWord(best, one, at === asked.length - 1, pause))) continue
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
      { found, atLeast, asksForStretch, isForeign }: RankingCriteria,
      pause: Yielder,
    ): Promise<Matches> {
      const rows = bigramsOf(found, language.isListed)
      const bag = bagOfWords(found)
      const relevant = isForeign ? layers : [native]
      const exactNames = relevant.flatMap(layer => layer.exactNames.get(bag) ?? [])
      const bonuses = new Map(
        exactNames.toSorted((a, b) => a.bonus - b.bonus).map(call => [call.place, call.bonus]),
      )
      return rankMatches(
        count,
        place => {
          if ((matched[place] ?? 0) < atLeast) return undefined
          const fits = Math.round(((sums[place] ?? 0) * 10) / found.length)
          const inRow = bigramShare(rows, relevant.map(({ texts }) => texts[place] ?? '').join(''))
          const better = Math.round(inRow * (Math.max(0, 1000 - fits) + rowBonus))
          const falls = entries.isStretch[place] === 1 && !asksForStretch
          const bonus = (bonuses.get(place) ?? 0) - (falls ? stretchFall : 0)
          return fits + better + bonus + (entries.priors[place] ?? 0)
        },
        pause,
      )
    },
  }
}

const vocabularyOf = ({ words, compounds }: NameLayer) => ({
  ...{ compounds, knows: words.knows, has: words.has, correct: words.correct },
})

/** The words of the names in an index, and how they may be written. */
export type Vocabulary = ReturnType<typeof vocabularyOf>

export type WordIndex = Awaited<ReturnType<typeof wordIndex>>
