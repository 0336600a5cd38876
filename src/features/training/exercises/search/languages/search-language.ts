import type { Locale } from '../../../../../lib/locales.js'
import { categories, equipment, type Category, type Equipment, type Muscle } from '../../vocabulary.js'
import { stemmedWords } from '../words.js'

export type Facet = Muscle | Equipment | Category

interface Options {
  locale: Locale
  /** By the usual word, other words and phrases for the same thing. */
  spellings: Readonly<Record<string, readonly string[]>>
  /** By the usual word, the facets that it stands for. */
  facets: Readonly<Record<string, readonly Facet[]>>
  /** Words that say nothing about an exercise, separated by spaces. */
  fillers: string
  /** Reduces a word to a form that its inflections have in common. */
  stem(word: string): string
  /** Whether two words are often written as one, as in German. */
  hasCompounds: boolean
}

/** The parts of compounds are at least as long. */
const shortestPart = 3

/** The words of one language that people use for exercises. */
export function searchLanguage({ locale, spellings, facets, fillers, stem, hasCompounds }: Options) {
  const wordsOf = (text: string) => stemmedWords(text, stem)
  // Words with a hyphen are names for phrases. They are never split, and no text contains them.
  const keyOf = (word: string) => (word.includes('-') ? word : wordsOf(word).join(' '))

  const fillerWords = new Set(wordsOf(fillers))
  const canonicalOf = new Map(
    Object.entries(spellings).flatMap(([canonical, others]) =>
      others.map(other => [wordsOf(other).join(' '), canonical.split(' ').map(keyOf)] as const),
    ),
  )
  const facetsOf = new Map(Object.entries(facets).map(([word, meant]) => [keyOf(word), meant]))
  const tools = new Set<Facet>(equipment)
  const kinds = new Set<Facet>(categories)

  /** By its first word, how many words the longest phrase has that is spelled otherwise. */
  const longestFrom = new Map<string, number>()
  for (const phrase of canonicalOf.keys()) {
    const [first = '', ...more] = phrase.split(' ')
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, more.length + 1))
  }

  const facetsByWord: ReadonlyMap<string, readonly Facet[]> = new Map([
    ...facetsOf,
    ...[...canonicalOf].flatMap(([phrase, words]) => {
      const [word = '', ...more] = words
      const known = facetsOf.get(word)
      return known && more.length === 0 && !phrase.includes(' ') ? [[phrase, known] as const] : []
    }),
  ])

  return {
    locale,

    /** The words of a text, each without its inflection. */
    wordsOf,

    /** The same words for the same thing, without those that say nothing. */
    canonicalWords(words: readonly string[]): string[] {
      const result: string[] = []
      for (let at = 0; at < words.length;) {
        const word = words[at] ?? ''
        let length = longestFrom.get(word) ?? 0
        while (length > 0 && !canonicalOf.has(words.slice(at, at + length).join(' '))) length--
        result.push(...(canonicalOf.get(words.slice(at, at + length).join(' ')) ?? [word]))
        at += Math.max(1, length)
      }
      const telling = result.filter(word => !fillerWords.has(word))
      return telling.length > 0 ? telling : result
    },

    /** The muscles, equipment or kinds of training that a word stands for, most of all words for none. */
    facetsFor: (word: string): readonly Facet[] => facetsOf.get(word) ?? [],

    /** Whether a word of a name tells only what an exercise is done with. */
    isTool: (word: string) => facetsOf.get(word)?.every(facet => tools.has(facet)) ?? false,

    /** Whether a word stands for muscles or equipment, which are listed in any order. */
    isUnorderedFacet: (word: string) => facetsOf.get(word)?.some(facet => !kinds.has(facet)) ?? false,

    /** Single words with a meaning, in all their spellings. */
    facetsByWord,

    /** Words and phrases with a meaning, as people write them. */
    facetPhrases: [
      ...Object.entries(facets),
      ...Object.entries(spellings).flatMap(([canonical, others]) =>
        others.map(other => [other, facets[canonical] ?? []] as const),
      ),
    ].filter(([written, meant]) => !written.includes('-') && meant.length > 0),

    /** Every word that is known without a catalogue. */
    knownWords: new Set([
      ...[...facetsOf.keys()].filter(word => !word.includes('-')),
      ...fillerWords,
      ...[...canonicalOf.keys()].flatMap(phrase => phrase.split(' ')),
    ]) as ReadonlySet<string>,

    /** The two known words that a compound consists of; null for a word that is no compound. */
    splitCompound(word: string, isKnown: (part: string) => boolean): readonly [string, string] | null {
      if (!hasCompounds) return null
      for (let at = shortestPart; at <= word.length - shortestPart; at++) {
        const [first, second] = [stem(word.slice(0, at)), stem(word.slice(at))]
        if (isKnown(first) && isKnown(second)) return [first, second]
      }
      return null
    },
  }
}

export type SearchLanguage = ReturnType<typeof searchLanguage>
