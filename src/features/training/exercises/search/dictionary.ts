import { lowerBound } from '../../../../lib/lower-bound.js'
import { forEachYielding, createYielder } from '../../../../lib/event-loop.js'
import { nearestWords, sortWords, type SortedWords } from './nearest-words.js'

/** The minimum length of words in which one edit is corrected. */
const minLengthForOneEdit = 4
/** The minimum length of words in which two edits are corrected. */
const minLengthForTwoEdits = 5
const noWords = sortWords([])

/**
 * The searchable words, for lookups by prefix and for spelling correction.
 * @param frequencies the number of occurrences of each word
 * @param compounds the words that names write as two words
 */
export async function dictionary(
  frequencies: ReadonlyMap<string, number>,
  compounds: ReadonlyMap<string, unknown>,
) {
  const byInitial = new Map<string, string[]>()
  await forEachYielding(frequencies.keys(), word => {
    const initial = word.charAt(0)
    const others = byInitial.get(initial)
    if (others) others.push(word)
    else byInitial.set(initial, [word])
  })
  const vocabulary = new Map<string, SortedWords>()
  const pause = createYielder()
  for (const [initial, words] of byInitial) {
    vocabulary.set(initial, sortWords(words))
    await pause()
  }

  function withPrefix(prefix: string): string[] {
    const { words } = vocabulary.get(prefix.charAt(0)) ?? noWords
    const from = lowerBound(words.length, position => (words[position] ?? '') >= prefix)
    let to = from
    while (to < words.length && words[to]?.startsWith(prefix)) to++
    return words.slice(from, to)
  }

  const frequency = (word: string) => frequencies.get(word) ?? 0

  /** Among words with the same edit distance, prefers one that starts with the word, then the most frequent one. */
  function mostLikely(word: string, candidates: readonly string[]): string {
    const rank = (candidate: string) => (candidate.startsWith(word) ? 1e9 : 0) + frequency(candidate)
    return candidates.reduce((best, candidate) => (rank(candidate) > rank(best) ? candidate : best))
  }

  /** Only words with the same first letter, or with the first two letters swapped, are considered. */
  function nearest(word: string): Correction | null {
    let maxEdits = word.length < minLengthForTwoEdits ? 1 : 2
    let found: readonly string[] = []
    for (const initial of new Set([word.charAt(0), word.charAt(1)])) {
      const { words, distance } = nearestWords(vocabulary.get(initial) ?? noWords, word, maxEdits)
      found = distance < maxEdits ? words : [...found, ...words]
      maxEdits = distance
    }
    return found.length > 0 ? { word: mostLikely(word, found), edits: maxEdits } : null
  }

  /** Returns whether it is a word or the prefix of one. */
  const isWordOrPrefix = (word: string) =>
    frequencies.has(word) || withPrefix(word).some(longer => !compounds.has(longer))

  return {
    withPrefix,
    isWordOrPrefix,
    /** Returns whether it is a whole word. */
    has: (word: string) => frequencies.has(word),

    /** The most likely correction of an unknown word; null if there is none. */
    correct(word: string): Correction | null {
      const nearestWord = word.length < minLengthForOneEdit ? null : nearest(word)
      if (nearestWord) return nearestWord
      const longer = withPrefix(word)
      return longer.length > 0 ? { word: mostLikely(word, longer), edits: 0 } : null
    },
  }
}

export type Dictionary = Awaited<ReturnType<typeof dictionary>>

/** The correction of a misspelled word. */
export interface Correction {
  word: string
  /** The number of letters changed, added, omitted or swapped. */
  edits: number
}
