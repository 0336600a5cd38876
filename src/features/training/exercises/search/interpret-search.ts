import type { Yielder } from '../../../../lib/event-loop.js'
import type { Correction } from './dictionary.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import type { Vocabulary, WordIndex } from './word-index.js'
import { maxWords } from './words.js'

/** Shorter beginnings of foreign words are rather native words with a typing error. */
const shortestForeignBeginning = 4

interface Options {
  language: SearchLanguage
  /** The indexes that are searched together: the catalogue's, then that of the caller's own exercises. */
  indexes: readonly WordIndex[]
  /** Words of other languages that stand for facets. */
  foreignFacets: ReadonlyMap<string, readonly Facet[]>
}

/** The words that a search means. */
export interface InterpretedSearch {
  words: string[]
  /** Whether some of them are known in another language only. */
  isForeign: boolean
}

/** Corrects the words of a search, splits compounds, and leaves out words that say nothing. */
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
    foreign.some(({ has, knows }) => has(word) || (word.length >= shortestForeignBeginning && knows(word)))

  /** The words that one word stands for. */
  function meantBy(word: string): readonly string[] {
    for (const spelling of spellingsOf(word)) {
      if (isNative(spelling)) return separated(spelling, native)
      const parts = language.splitCompound(spelling, part => native.some(({ has }) => has(part)))
      if (parts) return parts
      if (isForeignWord(spelling)) return foreignWords(spelling)
    }
    // People have their own exercises in mind more often than any one of the catalogue.
    const meant = nearestOf(word, native.toReversed())
    if (meant) return separated(meant.word, native)
    const foreignMeant = nearestOf(word, foreign)
    return foreignMeant ? foreignWords(foreignMeant.word) : [word]
  }

  function foreignWords(word: string): readonly string[] {
    isForeign = true
    return separated(word, foreign)
  }

  const meant: string[] = []
  for (const word of written) {
    meant.push(...meantBy(word))
    await pause()
  }
  const words = [...new Set(language.canonicalWords(meant))].slice(0, maxWords)
  return { words, isForeign }
}

/** A word without accents as written, then with the vowels for which people without umlauts on their keyboard write two. */
function spellingsOf(word: string): string[] {
  const short = word.replace(/([aou])e/g, '$1')
  return short === word ? [word] : [word, short]
}

/** The two words that names have for one that is written together. */
const separated = (word: string, vocabularies: readonly Vocabulary[]): readonly string[] =>
  vocabularies.map(({ compounds }) => compounds.get(word)).find(words => words !== undefined) ?? [word]

/** The likeliest correction in several vocabularies: the one with the fewest edits, of equal ones the first. */
function nearestOf(word: string, vocabularies: readonly Vocabulary[]): Correction | null {
  let nearest: Correction | null = null
  for (const spelling of spellingsOf(word))
    for (const { correct } of vocabularies) {
      const correction = correct(spelling)
      if (correction && (!nearest || correction.edits < nearest.edits)) nearest = correction
    }
  return nearest
}
