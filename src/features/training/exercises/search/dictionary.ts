import { lowerBound } from '../../../../lib/lower-bound.js'
import { forEachYielding, createYielder } from '../../../../lib/event-loop.js'
import { nearestWords, sortWords, type SortedWords } from './nearest-words.js'

/** Words that are shorter have to be right. */
const forgiven = 4
/** From so many letters on, two may be wrong. */
const twiceForgiven = 5
const noWords = sortWords([])

/**
 * The words that can be found, by their first letters and by their likeness.
 * @param frequencies how often each word is there
 * @param compounds those of them that names have in two words
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

  function beginningWith(beginning: string): string[] {
    const { words } = vocabulary.get(beginning.charAt(0)) ?? noWords
    const from = lowerBound(words.length, place => (words[place] ?? '') >= beginning)
    let to = from
    while (to < words.length && words[to]?.startsWith(beginning)) to++
    return words.slice(from, to)
  }

  const frequency = (word: string) => frequencies.get(word) ?? 0

  /** Of words that are equally near: one that goes on from there, or else the most frequent one. */
  function likeliest(word: string, candidates: readonly string[]): string {
    const rank = (candidate: string) => (candidate.startsWith(word) ? 1e9 : 0) + frequency(candidate)
    return candidates.reduce((best, candidate) => (rank(candidate) > rank(best) ? candidate : best))
  }

  /** The first letter is right, or was swapped with the second one. */
  function nearest(word: string): Correction | null {
    let most = word.length < twiceForgiven ? 1 : 2
    let found: readonly string[] = []
    for (const initial of new Set([word.charAt(0), word.charAt(1)])) {
      const { words, distance } = nearestWords(vocabulary.get(initial) ?? noWords, word, most)
      found = distance < most ? words : [...found, ...words]
      most = distance
    }
    return found.length > 0 ? { word: likeliest(word, found), edits: most } : null
  }

  /** Whether it is a word, or the beginning of one. */
  const knows = (word: string) =>
    frequencies.has(word) || beginningWith(word).some(longer => !compounds.has(longer))

  return {
    beginningWith,
    knows,
    /** Whether it is a whole word. */
    has: (word: string) => frequencies.has(word),

    /** The word that was probably meant by one that is not known; null where there is none. */
    correct(word: string): Correction | null {
      const meant = word.length < forgiven ? null : nearest(word)
      if (meant) return meant
      const longer = beginningWith(word)
      return longer.length > 0 ? { word: likeliest(word, longer), edits: 0 } : null
    },
  }
}

export type Dictionary = Awaited<ReturnType<typeof dictionary>>

/** A word that was probably meant by another one. */
export interface Correction {
  word: string
  /** How many letters were changed, added, left out or swapped. */
  edits: number
}
