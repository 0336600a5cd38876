import { LRUCache } from 'lru-cache'
import type { OnLookup } from '../../../../platform/telemetry/meter.js'
import type { Yielder } from '../../../../lib/event-loop.js'
import type { Searchable } from './search-entries.js'
import { english } from './languages/english.js'
import { foreignMeanings } from './languages/languages.js'
import type { Facet, SearchLanguage } from './languages/search-language.js'
import { noMatches, type Matches } from './ranking.js'
import { interpretSearch } from './interpret-search.js'
import { searchQueue, type Searcher, type SearchQueue } from './search-queue.js'
import { minPrefixLength, wordIndex, type TermScores, type WordIndex } from './word-index.js'
import { searchWords } from './words.js'

/** All matches of all searches that are remembered. */
const rememberedMatches = 500_000
/** Searches that are remembered of one person: the pages of a search follow each other. */
const rememberedOfOne = 2

/** What a search finds in the catalogue, and beside it. */
export interface SearchResult extends Matches {
  userMatches: Matches
}

interface Options {
  /** The language of the searches. Names in other languages are found, too, but after those in this one. */
  language?: SearchLanguage
  inTurn?: SearchQueue
  onLookup?: OnLookup | undefined
}

/** Finds exercises, which come in the order of their names, by the words that people use for them. */
export async function searchIndex(
  exercises: readonly Searchable[],
  { language = english, inTurn = searchQueue(), onLookup }: Options = {},
) {
  const catalogue = await wordIndex(exercises, language)
  const foreign = catalogue.foreign ? foreignMeanings(language) : new Map<string, readonly Facet[]>()

  /** What a word stands for, or what those stand for that begin with it. */
  function facetsMeant(word: string): readonly Facet[] {
    const meaning = language.meaningOf(word)
    if (meaning.length > 0 || word.length < minPrefixLength) return meaning
    const longer = [...language.meaningfulWords].filter(([other]) => other.startsWith(word))
    const meant = [...new Set(longer.flatMap(([, facets]) => facets))]
    return meant.length > 0 || catalogue.native.has(word) ? meant : (foreign.get(word) ?? [])
  }

  async function search(
    written: readonly string[],
    beside: WordIndex | null,
    pause: Yielder,
  ): Promise<SearchResult> {
    const indexes = beside ? [catalogue, beside] : [catalogue]
    const { words: telling, isForeign } = await interpretSearch(
      { language, indexes, foreignMeanings: foreign },
      written,
      pause,
    )
    const asked = telling.map(word => ({ word, facets: facetsMeant(word) }))
    const tallies: TermScores[] = []
    for (const index of indexes) tallies.push(await index.tally(asked, pause))
    const found = telling.filter(word => tallies.some(tally => tally.found.has(word)))
    if (found.length === 0) return { ...noMatches, userMatches: noMatches }

    const isWhole = tallies.some(({ matched }) => matched.includes(found.length))
    const demand = {
      ...{ found, isForeign },
      // Better something that has some of the words than nothing at all.
      atLeast: isWhole ? found.length : 1,
      asksForStretch: asked.some(
        ({ facets }) => facets.includes('STRETCHING') || facets.includes('FOAM_ROLL'),
      ),
    }
    const matches = []
    for (const [at, tally] of tallies.entries()) matches.push(await indexes[at]?.rank(tally, demand, pause))
    const [ofCatalogue = noMatches, besideIt = noMatches] = matches
    return { ...ofCatalogue, userMatches: besideIt }
  }

  // The pages of one search are asked for one after the other, and often by several at once.
  const remembered = new LRUCache<string, SearchResult>({
    maxSize: rememberedMatches,
    sizeCalculation: ({ places }) => places.length + 1,
  })
  const rememberedBeside = new WeakMap<WordIndex, LRUCache<string, SearchResult>>()
  function memoryOf(beside: WordIndex | null): LRUCache<string, SearchResult> {
    if (!beside) return remembered
    const memory =
      rememberedBeside.get(beside) ?? new LRUCache<string, SearchResult>({ max: rememberedOfOne })
    rememberedBeside.set(beside, memory)
    return memory
  }

  /**
   * @param beside what is searched with the catalogue, as if it were a part of it
   * @throws AppError SERVICE_UNAVAILABLE where it would wait too long for its turn
   */
  async function find(
    text: string,
    searcher: Searcher,
    beside: WordIndex | null = null,
  ): Promise<SearchResult> {
    const written = searchWords(text, language.wordsOf)
    if (written.length === 0) return { ...noMatches, userMatches: noMatches }
    const memory = memoryOf(beside)
    const key = written.join(' ')
    const known = memory.get(key)
    onLookup?.(known !== undefined)
    if (known) return known
    return inTurn(searcher, async pause => {
      const found = memory.get(key) ?? (await search(written, beside, pause))
      memory.set(key, found)
      return found
    })
  }

  return {
    find,
    /** How many searches of the catalogue alone are remembered. */
    remembered: () => remembered.size,
  }
}

export type SearchIndex = Awaited<ReturnType<typeof searchIndex>>
