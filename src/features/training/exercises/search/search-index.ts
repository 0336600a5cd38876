import { LRUCache } from 'lru-cache'
import type { OnLookup } from '../../../../platform/telemetry/meter.js'
import type { Yielder } from '../../../../lib/event-loop.js'
import type { Searchable } from './search-entries.js'
import { english, foreignFacets } from './languages/languages.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { noMatches, type Matches } from './ranking.js'
import { interpretSearch } from './interpret-search.js'
import { searchQueue, type Searcher, type SearchQueue } from './search-queue.js'
import { minPrefixLength, wordIndex, type TermScores, type WordIndex } from './word-index.js'
import { searchWords } from './words.js'

/** The maximum number of matches in the cache, over all searches. */
const maxCachedMatches = 500_000
/** The maximum number of cached searches per user: the pages of one search follow each other. */
const maxCachedSearchesPerUser = 2

/** The matches in the catalogue and among the custom exercises of the user. */
interface SearchResult extends Matches {
  userMatches: Matches
}

interface Options {
  /** The language of the searches. Names in other languages match, too, with lower scores. */
  language?: SearchLanguage
  queue?: SearchQueue
  onLookup?: OnLookup | undefined
}

/** Searches exercises, which are sorted by name. */
export async function searchIndex(
  exercises: readonly Searchable[],
  { language = english, queue = searchQueue(), onLookup }: Options = {},
) {
  const catalogue = await wordIndex(exercises, language)
  const foreign = catalogue.foreign ? foreignFacets(language) : new Map<string, readonly Facet[]>()

  /** The facets of a word, or of the words that start with it. */
  function facetsOf(word: string): readonly Facet[] {
    const wordFacets = language.facetsFor(word)
    if (wordFacets.length > 0 || word.length < minPrefixLength) return wordFacets
    const completions = [...language.facetsByWord].filter(([other]) => other.startsWith(word))
    const completionFacets = [...new Set(completions.flatMap(([, facets]) => facets))]
    return completionFacets.length > 0 || catalogue.native.has(word)
      ? completionFacets
      : (foreign.get(word) ?? [])
  }

  async function search(
    searchedWords: readonly string[],
    userIndex: WordIndex | null,
    pause: Yielder,
  ): Promise<SearchResult> {
    const indexes = userIndex ? [catalogue, userIndex] : [catalogue]
    const { words, isForeign } = await interpretSearch(
      { language, indexes, foreignFacets: foreign },
      searchedWords,
      pause,
    )
    const terms = words.map(word => ({ word, facets: facetsOf(word) }))
    const scores: TermScores[] = []
    for (const index of indexes) scores.push(await index.score(terms, pause))
    const found = words.filter(word => scores.some(one => one.found.has(word)))
    if (found.length === 0) return { ...noMatches, userMatches: noMatches }

    const matchesAllWords = scores.some(({ matched }) => matched.includes(found.length))
    const criteria = {
      found,
      isForeign,
      // If nothing matches all words, show what matches some of them.
      minMatches: matchesAllWords ? found.length : 1,
      asksForStretch: terms.some(
        ({ facets }) => facets.includes('STRETCHING') || facets.includes('FOAM_ROLL'),
      ),
    }
    const matches = []
    for (const [position, one] of scores.entries())
      matches.push(await indexes[position]?.rank(one, criteria, pause))
    const [catalogueMatches = noMatches, userMatches = noMatches] = matches
    return { ...catalogueMatches, userMatches }
  }

  // Clients request the pages of one search one after another, and several clients often search for the same.
  const catalogueCache = new LRUCache<string, SearchResult>({
    maxSize: maxCachedMatches,
    sizeCalculation: ({ positions }) => positions.length + 1,
  })
  const userCaches = new WeakMap<WordIndex, LRUCache<string, SearchResult>>()
  function cacheFor(userIndex: WordIndex | null): LRUCache<string, SearchResult> {
    if (!userIndex) return catalogueCache
    const userCache =
      userCaches.get(userIndex) ?? new LRUCache<string, SearchResult>({ max: maxCachedSearchesPerUser })
    userCaches.set(userIndex, userCache)
    return userCache
  }

  /**
   * @param userIndex the custom exercises of the user, which are searched together with the catalogue
   * @throws AppError SERVICE_UNAVAILABLE if the search would wait too long in the queue
   */
  async function find(
    text: string,
    searcher: Searcher,
    userIndex: WordIndex | null = null,
  ): Promise<SearchResult> {
    const searchedWords = searchWords(text, language.wordsOf)
    if (searchedWords.length === 0) return { ...noMatches, userMatches: noMatches }
    const cache = cacheFor(userIndex)
    const key = searchedWords.join(' ')
    const existing = cache.get(key)
    onLookup?.(existing !== undefined)
    if (existing) return existing
    return queue(searcher, async pause => {
      const found = cache.get(key) ?? (await search(searchedWords, userIndex, pause))
      cache.set(key, found)
      return found
    })
  }

  return {
    find,
    /** The number of cached searches of the catalogue alone. */
    cachedSearches: () => catalogueCache.size,
  }
}

export type SearchIndex = Awaited<ReturnType<typeof searchIndex>>
