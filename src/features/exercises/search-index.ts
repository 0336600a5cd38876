import { LRUCache } from 'lru-cache'
import MiniSearch, { type QueryCombination, type SearchOptions } from 'minisearch'
import { foldCase } from '../../lib/text.js'
import type { Exercise } from './models.js'

export interface Match {
  id: string
  score: number
}

const exactly: SearchOptions = { prefix: false, fuzzy: false }
const precision = 1000
const exactName = 2_000_000
const exactAlias = 1_000_000
const maxWords = 8
const rememberedSearches = 200

/** Finds exercises by the words of their description, the best match first. */
export async function searchIndex(exercises: Exercise[]) {
  const index = new MiniSearch<Exercise>({
    fields: ['name', 'aliases', 'compounds', 'primaryMuscles', 'equipment', 'category'],
    extractField: (exercise, field) =>
      field === 'compounds' ? compounds(exercise) : String(exercise[field as keyof Exercise]),
    tokenize: wordsOf,
    processTerm: term => term,
    searchOptions: { boost: { name: 4, aliases: 3 }, prefix: true },
  })
  // In pieces, so that no request waits for the whole.
  await index.addAllAsync(exercises, { chunkSize: 50 })
  const names = new Map(exercises.map(({ id, name }) => [id, plain(name)]))
  const aliases = new Map(exercises.map(({ id, aliases }) => [id, aliases.map(plain)]))

  /** Puts who is called exactly so before those who only have the words. */
  function bonus(id: string, text: string): number {
    if (names.get(id) === text) return exactName
    return aliases.get(id)?.includes(text) ? exactAlias : 0
  }

  function search(text: string): Match[] {
    const words = text.split(' ')
    const queries = [...new Set(words)].slice(0, maxWords).map(spellings)
    const joined = words.length > 1 ? [spellings(words.join(''))] : []
    const all = index.search(
      { combineWith: 'OR', queries: [{ combineWith: 'AND', queries }, ...joined] },
      { fuzzy: tolerance(0.2) },
    )
    // Better something that has some of the words than nothing at all.
    const found =
      all.length > 0 ? all : index.search({ combineWith: 'OR', queries }, { fuzzy: tolerance(0.34) })
    // Whole numbers: the last digits differ between instances, and cursors go from one to another.
    return found.map(({ id, score }: Match) => ({
      id,
      score: Math.round(score * precision) + bonus(id, text),
    }))
  }

  // The pages of one search are asked for one after the other.
  const remembered = new LRUCache<string, Match[]>({ max: rememberedSearches })
  return (text: string): Match[] => {
    const words = plain(text)
    if (words === '') return []
    const known = remembered.get(words)
    if (known) return known
    const matches = search(words)
    remembered.set(words, matches)
    return matches
  }
}

/** Words that are shorter have to be right. */
const forgiven = 4

/** Letters that may be wrong, as a part of those of the word. */
const tolerance = (part: number) => (word: string) => (word.length >= forgiven ? part : false)

/** A word as it may have been meant: as it stands, in the singular, or with two letters the other way round. */
function spellings(word: string): QueryCombination {
  const singular = /.[^s]s$/.test(word) ? [word.slice(0, -1)] : []
  const swapped = word.length >= forgiven ? swaps(word) : []
  return { combineWith: 'OR', queries: [word, ...singular, { ...exactly, queries: swapped }] }
}

const swaps = (word: string): string[] =>
  Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  )

/** Neighbouring words of the names as one, for who writes `pullup`. */
function compounds({ name, aliases }: Exercise): string {
  const pairs = [name, ...aliases].map(text =>
    wordsOf(text).flatMap((word, at, all) => (at > 0 ? [`${all[at - 1]}${word}`] : [])),
  )
  return pairs.flat().join(' ')
}

/** Without case and accents, so that they do not matter in a search. */
export const withoutMarks = (text: string) => foldCase(text).normalize('NFD').replace(/\p{M}/gu, '')

const wordsOf = (text: string): string[] => withoutMarks(text).match(/[\p{L}\p{N}]+/gu) ?? []

const plain = (text: string) => wordsOf(text).join(' ')
