import { LRUCache } from 'lru-cache'
import { defaultLocale, type Locale } from '../../../lib/locales.js'
import type { Head } from '../../owned/models.js'
import type { OwnedService } from '../../owned/service.js'
import { exerciseUses, type ExerciseUses } from './exercise-use.js'
import { exerciseIndex, type ExerciseIndex } from './exercise-index.js'
import { searchLanguages } from './search/languages/languages.js'
import { wordIndex, type WordIndex } from './search/word-index.js'
import type { FavoriteStore } from './favorites/store.js'
import type { CustomExerciseStore } from './custom/store.js'

interface CachedLibrary {
  /** The custom exercises that are not deleted. */
  own: ExerciseIndex
  /** The custom exercises, sorted by their names in a language. */
  inLanguage(locale: Locale): Promise<ExerciseIndex>
  favorites: ReadonlySet<string>
  /** The index for searches in the custom exercises; null if there are none. */
  words(locale: Locale): Promise<WordIndex | null>
}

/** The custom exercises and favorites of a user, and how the user's workouts use exercises. */
export interface UserLibrary extends CachedLibrary {
  /** By exercise id. */
  uses: ExerciseUses
}

interface Dependencies {
  owned: OwnedService
  own: CustomExerciseStore
  favorites: FavoriteStore
  /** Called for each lookup in the cache. */
  onLookup?: (isHit: boolean) => void
}

/** The maximum size of the cached libraries, in characters of text. */
const maxCacheSize = 10_000_000
/** The sizes of objects without their texts, in characters. */
const baseSizes = { library: 2000, exercise: 1000, favorite: 100 }

/** Caches the libraries of users, each until its owner writes anything. */
export function userLibraries({ owned, own, favorites, onLookup }: Dependencies) {
  const cache = new LRUCache<string, { seq: number; library: CachedLibrary }>({
    maxSize: maxCacheSize,
    sizeCalculation: ({ library }) => sizeOf(library),
  })
  const loading = new Map<string, Promise<CachedLibrary>>()

  async function load(userId: string, { seq, counts }: Head): Promise<CachedLibrary> {
    const [exercises, ids] = await Promise.all([
      counts.EXERCISE ? own.findAll(userId) : [],
      counts.FAVORITE ? favorites.findIds(userId) : [],
    ])
    const index = await exerciseIndex(exercises)
    const library = { own: index, favorites: new Set(ids), ...localizedIndexes(index) }
    cache.set(userId, { seq, library })
    return library
  }

  async function read(userId: string): Promise<UserLibrary> {
    const head = await owned.head(userId)
    const uses = exerciseUses(head)
    const cached = cache.get(userId)
    onLookup?.(cached?.seq === head.seq)
    if (cached?.seq === head.seq) return { uses, ...cached.library }
    const key = `${userId} ${head.seq}`
    const library = loading.get(key) ?? load(userId, head).finally(() => loading.delete(key))
    loading.set(key, library)
    return { uses, ...(await library) }
  }

  // The fields of all exercises of a page are resolved in one synchronous run: with 64 connections, the library screen is
  // served 2.4 times as often (test/bench/screens.js). Later calls read again, because the user may have written in the
  // meantime.
  const currentRun = new Map<string, Promise<UserLibrary>>()

  /** Synchronous calls share one read. */
  return (userId: string): Promise<UserLibrary> => {
    if (currentRun.size === 0) queueMicrotask(() => currentRun.clear())
    const reading = currentRun.get(userId) ?? read(userId)
    currentRun.set(userId, reading)
    return reading
  }
}

export type UserLibraries = ReturnType<typeof userLibraries>

/** Creates the indexes of each language on demand. */
function localizedIndexes(index: ExerciseIndex): Pick<CachedLibrary, 'inLanguage' | 'words'> {
  const sorted = new Map<Locale, Promise<ExerciseIndex>>()
  const words = new Map<Locale, Promise<WordIndex>>()

  async function inLanguage(locale: Locale): Promise<ExerciseIndex> {
    if (locale === defaultLocale || index.exercises.length === 0) return index
    const { exercises, alternatives } = index
    const localized = sorted.get(locale) ?? exerciseIndex(exercises, { locale, alternatives })
    sorted.set(locale, localized)
    return localized
  }

  async function wordsIn(locale: Locale): Promise<WordIndex> {
    const { exercises } = await inLanguage(locale)
    return wordIndex(exercises, searchLanguages[locale])
  }

  return {
    inLanguage,
    async words(locale) {
      if (index.exercises.length === 0) return null
      const indexOfWords = words.get(locale) ?? wordsIn(locale)
      words.set(locale, indexOfWords)
      return indexOfWords
    },
  }
}

function sizeOf({ own, favorites }: CachedLibrary): number {
  let weight = baseSizes.library + favorites.size * baseSizes.favorite
  for (const { name, aliases, instructions } of own.exercises)
    weight += baseSizes.exercise + [name, ...aliases, ...instructions].join('').length
  return weight
}
