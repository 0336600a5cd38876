import { fingerprintOf } from '../../../lib/fingerprint.js'
import { compareKeys } from '../../../lib/cursors.js'
import type { Locale } from '../../../lib/locales.js'
import type { Keyed, FingerprintedList, SortedList } from '../../../lib/pages.js'
import { concatenateLists, mergeSortedLists } from '../../../lib/sorted-lists.js'
import type { ExerciseIndex } from './exercise-index.js'
import type { ExerciseUse } from './exercise-use.js'
import type { ExerciseFilter } from './facets.js'
import type { Exercise } from './models.js'
import type { UserLibrary } from './user-library.js'
import type { Matches } from './search/ranking.js'
import { searchLanguages } from './search/languages/languages.js'
import type { SearchIndex } from './search/search-index.js'
import type { Searcher } from './search/search-queue.js'
import { searchWords } from './search/words.js'

export type ExerciseScope = 'CATALOGUE' | 'MINE' | 'FAVORITES' | 'ALL'
export type ExerciseSort = 'NAME' | 'RELEVANCE' | 'LAST_PERFORMED' | 'TIMES_PERFORMED'

interface ListQuery {
  /** A single line; empty for no search. */
  search: string
  filter: ExerciseFilter
  scope: ExerciseScope
  sort: ExerciseSort
}

/** The catalogue in one language. */
export interface LocalizedCatalogue extends ExerciseIndex {
  locale: Locale
  search: SearchIndex
}

/** Some exercises of an index, by their positions. */
interface Selection {
  index: ExerciseIndex
  /** Null for all exercises, sorted by name. */
  positions: Uint32Array | null
  /** How well each exercise matches the search; null without a search. */
  scores: Int16Array | null
}

/**
 * Lists exercises of the catalogue and of the user's library. A cursor is valid only for the same search, filter and
 * language.
 */
export async function exerciseList(
  catalogue: LocalizedCatalogue,
  library: UserLibrary | null,
  query: ListQuery,
  searcher: Searcher,
): Promise<FingerprintedList<Exercise>> {
  const [catalogueSelection, librarySelection] = await selectExercises(catalogue, library, query, searcher)
  const merge = (list: (selection: Selection) => SortedList<Exercise>) =>
    librarySelection
      ? mergeSortedLists(list(catalogueSelection), list(librarySelection))
      : list(catalogueSelection)
  return { fingerprint: () => fingerprintOfList(query, catalogue.locale), ...createList() }

  function createList(): SortedList<Exercise> {
    if (query.sort === 'RELEVANCE') return merge(listByRelevance)
    if (query.sort === 'NAME') return merge(selection => listByName(sortByName(selection)))
    const getValue = performanceValues[query.sort]
    const values = new Map(
      Object.entries(library?.uses ?? {}).flatMap(([id, use]) => {
        const value = getValue(use)
        return value === null ? [] : [[id, value] as const]
      }),
    )
    const performed: Keyed<Exercise>[] = []
    const unperformed = new Map<Selection, Selection>()
    for (const selection of [catalogueSelection, ...(librarySelection ? [librarySelection] : [])])
      unperformed.set(selection, extractPerformed(sortByName(selection), values, performed))
    performed.sort((one, other) => compareKeys(one.key, other.key))
    return concatenateLists(
      {
        length: performed.length,
        get: position => performed[position] as Keyed<Exercise>,
        exampleKey: [0, 0, '', ''],
      },
      merge(selection => listByName(unperformed.get(selection) ?? selection, [1, 0])),
    )
  }
}

/** The values that exercises are sorted by, in descending order; null for an exercise that was never performed. */
const performanceValues = {
  LAST_PERFORMED: ({ lastPerformedAt }: ExerciseUse) => lastPerformedAt?.getTime() ?? null,
  TIMES_PERFORMED: ({ timesPerformed }: ExerciseUse) => timesPerformed || null,
}

async function selectExercises(
  catalogue: LocalizedCatalogue,
  library: UserLibrary | null,
  { search, filter, scope }: ListQuery,
  searcher: Searcher,
): Promise<[Selection, Selection | null]> {
  const { locale } = catalogue
  const words = search === '' ? null : ((await library?.words(locale)) ?? null)
  const found = search === '' ? null : await catalogue.search.find(search, searcher, words)
  const select = (index: ExerciseIndex, matches: Matches | null, isInScope: boolean) => {
    if (!isInScope) return { index, positions: new Uint32Array(), scores: matches && new Int16Array() }
    const favorites = scope === 'FAVORITES' ? hasAnyId(index, library?.favorites ?? []) : null
    return filterSelection(index, matches, favorites, index.facets(filter))
  }
  return [
    select(catalogue, found, scope !== 'MINE'),
    library && select(await library.inLanguage(locale), found && found.userMatches, scope !== 'CATALOGUE'),
  ]
}

type Predicate = (position: number) => boolean

function hasAnyId(index: ExerciseIndex, ids: Iterable<string>): Predicate {
  const positions = new Set<number | undefined>()
  for (const id of ids) positions.add(index.positionById.get(id))
  return position => positions.has(position)
}

/** Keeps the matches that satisfy all predicates. */
function filterSelection(
  index: ExerciseIndex,
  matches: Matches | null,
  ...predicates: (Predicate | null)[]
): Selection {
  const tests = predicates.filter(predicate => predicate !== null)
  const { positions = null, scores = null } = matches ?? {}
  if (tests.length === 0) return { index, positions, scores }
  const length = positions?.length ?? index.exercises.length
  const [keptPositions, keptScores] = [new Uint32Array(length), scores && new Int16Array(length)]
  let count = 0
  for (let offset = 0; offset < length; offset++) {
    const position = positions?.[offset] ?? offset
    if (!tests.every(test => test(position))) continue
    keptPositions[count] = position
    if (keptScores) keptScores[count] = scores?.[offset] ?? 0
    count++
  }
  return {
    index,
    positions: keptPositions.subarray(0, count),
    scores: keptScores?.subarray(0, count) ?? null,
  }
}

/** Sorts by name instead of by relevance. */
const sortByName = ({ index, positions, scores }: Selection): Selection => ({
  index,
  scores: null,
  positions: scores && positions ? positions.toSorted() : positions,
})

/** Moves the exercises that have a value to `performed`. @returns the other exercises */
function extractPerformed(
  selection: Selection,
  values: ReadonlyMap<string, number>,
  performed: Keyed<Exercise>[],
): Selection {
  const { index } = selection
  const isPerformed = hasAnyId(index, values.keys())
  const matches = selection.positions && { positions: selection.positions, scores: noScores }
  for (const position of filterSelection(index, matches, isPerformed).positions ?? []) {
    const item = index.exercises[position] as Exercise
    performed.push({ item, key: [0, -(values.get(item.id) ?? 0), ...(index.keys[position] ?? [])] })
  }
  return filterSelection(index, matches, position => !isPerformed(position))
}

const noScores = new Int16Array()

function listByName(
  { index, positions }: Selection,
  keyPrefix: readonly number[] = [],
): SortedList<Exercise> {
  return {
    length: positions?.length ?? index.exercises.length,
    get: position => toKeyed(index, positions?.[position] ?? position, keyPrefix),
    exampleKey: [...keyPrefix, '', ''],
  }
}

function listByRelevance({ index, positions, scores }: Selection): SortedList<Exercise> {
  return {
    length: positions?.length ?? 0,
    get: position => toKeyed(index, positions?.[position] ?? 0, [-(scores?.[position] ?? 0)]),
    exampleKey: [0, '', ''],
  }
}

const toKeyed = (index: ExerciseIndex, position: number, keyPrefix: readonly number[]): Keyed<Exercise> => ({
  item: index.exercises[position] as Exercise,
  key: [...keyPrefix, ...(index.keys[position] ?? [])],
})

function fingerprintOfList({ search, filter, scope, sort }: ListQuery, locale: Locale): string {
  const fields = Object.entries(filter).map(([field, value]: [string, unknown]) => {
    const items = Array.isArray(value) ? [...new Set(value)].sort() : value
    return [field, Array.isArray(items) && items.length === 0 ? null : items]
  })
  const words = search === '' ? null : searchWords(search, searchLanguages[locale].wordsOf)
  return fingerprintOf({ locale, search: words, filter: Object.fromEntries(fields) as object, scope, sort })
}
