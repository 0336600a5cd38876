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
  /** Their own ones, but those that are deleted. */
  own: ExerciseIndex
  /** The same in the order of a language. */
  in(locale: Locale): Promise<ExerciseIndex>
  favorites: ReadonlySet<string>
  /** For searches among their own ones; null where there are none. */
  words(locale: Locale): Promise<WordIndex | null>
}

/** What of exercises is a person's. */
export interface UserLibrary extends CachedLibrary {
  /** How they use exercises, by the ids. */
  uses: ExerciseUses
}

interface Dependencies {
  owned: OwnedService
  own: CustomExerciseStore
  favorites: FavoriteStore
  /** Told of each look into what is remembered. */
  onLookup?: (isHit: boolean) => void
}

/** What the libraries that are remembered weigh at most, in characters of text. */
const remembered = 10_000_000
/** What something weighs beside its texts. */
const weights = { library: 2000, exercise: 1000, favorite: 100 }

/** People's libraries, each remembered until its owner writes anything. */
export function userLibraries({ owned, own, favorites, onLookup }: Dependencies) {
  const known = new LRUCache<string, { seq: number; kept: CachedLibrary }>({
    maxSize: remembered,
    sizeCalculation: ({ kept }) => weightOf(kept),
  })
  const loading = new Map<string, Promise<CachedLibrary>>()

  async function load(userId: string, { seq, counts }: Head): Promise<CachedLibrary> {
    const [exercises, ids] = await Promise.all([
      counts.EXERCISE ? own.all(userId) : [],
      counts.FAVORITE ? favorites.ids(userId) : [],
    ])
    const index = await exerciseIndex(exercises)
    const kept = { own: index, favorites: new Set(ids), ...languagesOf(index) }
    known.set(userId, { seq, kept })
    return kept
  }

  /** What is asked for at one moment is read once. */
  return async (userId: string): Promise<UserLibrary> => {
    const head = await owned.head(userId)
    const uses = exerciseUses(head)
    const last = known.get(userId)
    onLookup?.(last?.seq === head.seq)
    if (last?.seq === head.seq) return { uses, ...last.kept }
    const key = `${userId} ${head.seq}`
    const kept = loading.get(key) ?? load(userId, head).finally(() => loading.delete(key))
    loading.set(key, kept)
    return { uses, ...(await kept) }
  }
}

export type UserLibraries = ReturnType<typeof userLibraries>

/** What differs between languages, made when it is first asked for. */
function languagesOf(index: ExerciseIndex): Pick<CachedLibrary, 'in' | 'words'> {
  const sorted = new Map<Locale, Promise<ExerciseIndex>>()
  const words = new Map<Locale, Promise<WordIndex>>()

  async function inLanguage(locale: Locale): Promise<ExerciseIndex> {
    if (locale === defaultLocale || index.exercises.length === 0) return index
    const { exercises, alternatives } = index
    const made = sorted.get(locale) ?? exerciseIndex(exercises, { locale, alternatives })
    sorted.set(locale, made)
    return made
  }

  async function wordsIn(locale: Locale): Promise<WordIndex> {
    const { exercises } = await inLanguage(locale)
    return wordIndex(exercises, searchLanguages[locale])
  }

  return {
    in: inLanguage,
    async words(locale) {
      if (index.exercises.length === 0) return null
      const made = words.get(locale) ?? wordsIn(locale)
      words.set(locale, made)
      return made
    },
  }
}

function weightOf({ own, favorites }: CachedLibrary): number {
  let weight = weights.library + favorites.size * weights.favorite
  for (const { name, aliases, instructions } of own.exercises)
    weight += weights.exercise + [name, ...aliases, ...instructions].join('').length
  return weight
}
