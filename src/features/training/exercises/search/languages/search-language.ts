import type { Locale } from '../../../../../lib/locales.js'
import {
  categories,
  equipment,
  muscles,
  type Category,
  type Equipment,
  type Muscle,
} from '../../../../../lib/exercise-vocabulary.js'
import { stemmedWords } from '../words.js'

export type Facet = Muscle | Equipment | Category

interface Vocabulary {
  /**
   * Synonyms in names and in searches, by the canonical word or phrase. A word with a hyphen is the name of a phrase whose
   * words mean something else separately.
   */
  spellings: Readonly<Record<string, readonly string[]>>
  /** The facets that a word stands for, by the canonical word. */
  facets: Readonly<Record<string, readonly string[]>>
  /** Words to ignore. */
  fillers: readonly string[]
}

interface Options {
  locale: Locale
  vocabulary: Vocabulary
  /** Reduces the inflections of a word to one form. */
  stem(word: string): string
  /** True if the language writes compounds as one word, like German. */
  hasCompounds: boolean
}

const minPartLength = 3

const allFacets: ReadonlySet<string> = new Set<Facet>([...muscles, ...equipment, ...categories])

function toFacet(value: string): Facet {
  if (!allFacets.has(value)) throw new Error(`${value} is not a muscle, an equipment or a category.`)
  return value as Facet
}

/** The vocabulary of exercise searches in one language. */
export function searchLanguage({ locale, vocabulary, stem, hasCompounds }: Options) {
  const { spellings, fillers } = vocabulary
  const facets: Readonly<Record<string, readonly Facet[]>> = Object.fromEntries(
    Object.entries(vocabulary.facets).map(([word, values]) => [word, values.map(toFacet)]),
  )
  const wordsOf = (text: string) => stemmedWords(text, stem)
  // A word with a hyphen is an internal name of a phrase. It is never split, and no text contains it.
  const keyOf = (word: string) => (word.includes('-') ? word : wordsOf(word).join(' '))

  const fillerWords = new Set(fillers.flatMap(wordsOf))
  const canonicalOf = new Map(
    Object.entries(spellings).flatMap(([canonical, others]) =>
      others.map(other => [wordsOf(other).join(' '), canonical.split(' ').map(keyOf)] as const),
    ),
  )
  const facetsOf = new Map(Object.entries(facets).map(([word, facetsOfWord]) => [keyOf(word), facetsOfWord]))
  const equipmentFacets = new Set<Facet>(equipment)
  const categoryFacets = new Set<Facet>(categories)

  /** The number of words of the longest synonym, by its first word. */
  const longestPhraseFrom = new Map<string, number>()
  for (const phrase of canonicalOf.keys()) {
    const [first = '', ...more] = phrase.split(' ')
    longestPhraseFrom.set(first, Math.max(longestPhraseFrom.get(first) ?? 0, more.length + 1))
  }

  const facetsByWord: ReadonlyMap<string, readonly Facet[]> = new Map([
    ...facetsOf,
    ...[...canonicalOf].flatMap(([phrase, words]) => {
      const [word = '', ...more] = words
      const existing = facetsOf.get(word)
      return existing && more.length === 0 && !phrase.includes(' ') ? [[phrase, existing] as const] : []
    }),
  ])

  return {
    locale,

    /** The stemmed words of a text. */
    wordsOf,

    /** Replaces synonyms by their canonical words, and removes filler words unless there are no others. */
    canonicalWords(words: readonly string[]): string[] {
      const result: string[] = []
      for (let index = 0; index < words.length;) {
        const word = words[index] ?? ''
        let length = longestPhraseFrom.get(word) ?? 0
        while (length > 0 && !canonicalOf.has(words.slice(index, index + length).join(' '))) length--
        result.push(...(canonicalOf.get(words.slice(index, index + length).join(' ')) ?? [word]))
        index += Math.max(1, length)
      }
      const telling = result.filter(word => !fillerWords.has(word))
      return telling.length > 0 ? telling : result
    },

    /** The muscles, equipment or categories that a word stands for; empty for most words. */
    facetsFor: (word: string): readonly Facet[] => facetsOf.get(word) ?? [],

    /** Returns whether a word stands for equipment only. */
    isEquipment: (word: string) => facetsOf.get(word)?.every(facet => equipmentFacets.has(facet)) ?? false,

    /** Returns whether a word stands for muscles or equipment, which are listed in any order. */
    isUnorderedFacet: (word: string) =>
      facetsOf.get(word)?.some(facet => !categoryFacets.has(facet)) ?? false,

    /** The single words that stand for facets, including synonyms. */
    facetsByWord,

    /** The words and phrases that stand for facets, not stemmed. */
    facetPhrases: [
      ...Object.entries(facets),
      ...Object.entries(spellings).flatMap(([canonical, others]) =>
        others.map(other => [other, facets[canonical] ?? []] as const),
      ),
    ].filter(([words, facetsOfWords]) => !words.includes('-') && facetsOfWords.length > 0),

    /** The words that are valid even if no exercise contains them. */
    knownWords: new Set([
      ...[...facetsOf.keys()].filter(word => !word.includes('-')),
      ...fillerWords,
      ...[...canonicalOf.keys()].flatMap(phrase => phrase.split(' ')),
    ]) as ReadonlySet<string>,

    /** Splits a compound into two known words; null if that is not possible. */
    splitCompound(word: string, isKnown: (part: string) => boolean): readonly [string, string] | null {
      if (!hasCompounds) return null
      for (let index = minPartLength; index <= word.length - minPartLength; index++) {
        const [first, second] = [stem(word.slice(0, index)), stem(word.slice(index))]
        if (isKnown(first) && isKnown(second)) return [first, second]
      }
      return null
    },
  }
}

export type SearchLanguage = ReturnType<typeof searchLanguage>
