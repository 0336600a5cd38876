import type { Yielder } from '../../../../lib/event-loop.js'
import type { Correction } from './dictionary.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import type { Vocabulary, WordIndex } from './word-index.js'
import { maxWords } from './words.js'

/** The minimum length of prefixes of foreign words. Shorter ones are more likely misspelled native words. */
const minForeignPrefixLength = 4

interface Options {
  language: SearchLanguage
  /** The indexes that are searched together: of the catalogue, then of the user's custom exercises. */
  indexes: readonly WordIndex[]
  /** Words of other languages that stand for facets. */
  foreignFacets: ReadonlyMap<string, readonly Facet[]>
}

interface InterpretedSearch {
  words: string[]
  /** True if some words are known in another language only. */
  isForeign: boolean
}

/** Corrects the words of a search, splits compounds, and removes filler words. */
export async function interpretSearch(
  { language, indexes, foreignFacets }: Options,
  written: readonly string[],
  pause: Yielder,
): Promise<InterpretedSearch> {
  const native = indexes.map(index => index.native)
  const foreign = indexes.flatMap(index => index.foreign ?? [])
  let isForeign = false

  const isNative = (word: string) => native.some(({ knows }) => knows(word))
  const isForeignWord = (word: string) =>
    foreignFacets.has(word) ||
    foreign.some(({ has, knows }) => has(word) || (word.length >= minForeignPrefixLength && knows(word)))

  function interpretWord(word: string): readonly string[] {
    for (const spelling of umlautSpellings(word)) {
      if (isNative(spelling)) return splitIntoWords(spelling, native)
      const parts = language.splitCompound(spelling, part => native.some(({ has }) => has(part)))
      if (parts) return parts
      if (isForeignWord(spelling)) return foreignWords(spelling)
    }
    // Prefer words of the custom exercises, which users search for more often than for any one of the catalogue.
    const correction = bestCorrection(word, native.toReversed())
    if (correction) return splitIntoWords(correction.word, native)
    const foreignCorrection = bestCorrection(word, foreign)
    return foreignCorrection ? foreignWords(foreignCorrection.word) : [word]
  }

  function foreignWords(word: string): readonly string[] {
    isForeign = true
    return splitIntoWords(word, foreign)
  }

  const interpreted: string[] = []
  for (const word of written) {
    interpreted.push(...interpretWord(word))
    await pause()
  }
  const words = [...new Set(language.canonicalWords(interpreted))].slice(0, maxWords)
  return { words, isForeign }
}

/** The word itself and, if it contains ae, oe or ue in place of an umlaut, the word with the single vowel. */
function umlautSpellings(word: string): string[] {
  const short = word.replace(/([aou])e/g, '$1')
  return short === word ? [word] : [word, short]
}

/** Splits a word that names write as two words. */
const splitIntoWords = (word: string, vocabularies: readonly Vocabulary[]): readonly string[] =>
  vocabularies.map(({ compounds }) => compounds.get(word)).find(words => words !== undefined) ?? [word]

/** The correction with the fewest edits in any of the vocabularies; the first one of several. */
function bestCorrection(word: string, vocabularies: readonly Vocabulary[]): Correction | null {
  let nearest: Correction | null = null
  for (const spelling of umlautSpellings(word))
    for (const { correct } of vocabularies) {
      const correction = correct(spelling)
      if (correction && (!nearest || correction.edits < nearest.edits)) nearest = correction
    }
  return nearest
}
