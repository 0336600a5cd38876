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

/** Which exercises somebody wants to see, in which order. */
export interface ListQuery {
  /** In one line; empty for no search. */
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

/** Some exercises of an index, by their places. */
interface Selection {
  index: ExerciseIndex
  /** Null: all, by name. */
  places: Uint32Array | null
  /** How well each fits the search. */
  scores: Int16Array | null
}

/** The exercises of the catalogue and of a person's library, as wanted. Its cursors are of no other search, filter or language. */
export async function exerciseList(
  catalogue: LocalizedCatalogue,
  library: UserLibrary | null,
  wanted: ListQuery,
  searcher: Searcher,
): Promise<FingerprintedList<Exercise>> {
  const [ofCatalogue, ofLibrary] = await selections(catalogue, library, wanted, searcher)
  const join = (list: (selection: Selection) => SortedList<Exercise>) =>
    ofLibrary ? mergeSortedLists(list(ofCatalogue), list(ofLibrary)) : list(ofCatalogue)
  return { fingerprint: () => markOfList(wanted, catalogue.locale), ...ordered() }

  function ordered(): SortedList<Exercise> {
    if (wanted.sort === 'RELEVANCE') return join(byRelevance)
    if (wanted.sort === 'NAME') return join(selection => byName(inOrder(selection)))
    const value = performance[wanted.sort]
    const uses = new Map(
      Object.entries(library?.uses ?? {}).flatMap(([id, use]) => {
        const ofUse = value(use)
        return ofUse === null ? [] : [[id, ofUse] as const]
      }),
    )
    const [done, never] = [[] as Keyed<Exercise>[], new Map<Selection, Selection>()]
    for (const selection of [ofCatalogue, ...(ofLibrary ? [ofLibrary] : [])])
      never.set(selection, withoutDone(inOrder(selection), uses, done))
    done.sort((one, other) => compareKeys(one.key, other.key))
    return concatenateLists(
      { length: done.length, get: place => done[place] as Keyed<Exercise>, exampleKey: [0, 0, '', ''] },
      join(selection => byName(never.get(selection) ?? selection, [1, 0])),
    )
  }
}

/** What a person's exercises are ordered by, the most first; null for one that was never done. */
const performance = {
  LAST_PERFORMED: ({ lastPerformedAt }: ExerciseUse) => lastPerformedAt?.getTime() ?? null,
  TIMES_PERFORMED: ({ timesPerformed }: ExerciseUse) => timesPerformed || null,
}

async function selections(
  catalogue: LocalizedCatalogue,
  library: UserLibrary | null,
  { search, filter, scope }: ListQuery,
  searcher: Searcher,
): Promise<[Selection, Selection | null]> {
  const { locale } = catalogue
  const words = search === '' ? null : ((await library?.words(locale)) ?? null)
  const found = search === '' ? null : await catalogue.search.find(search, searcher, words)
  const select = (index: ExerciseIndex, matches: Matches | null, isInScope: boolean) => {
    if (!isInScope) return { index, places: new Uint32Array(), scores: matches && new Int16Array() }
    const favorites = scope === 'FAVORITES' ? marked(index, library?.favorites ?? []) : null
    return passing(index, matches, favorites, index.facets(filter))
  }
  return [
    select(catalogue, found, scope !== 'MINE'),
    library && select(await library.in(locale), found && found.userMatches, scope !== 'CATALOGUE'),
  ]
}

type Test = (place: number) => boolean

function marked(index: ExerciseIndex, ids: Iterable<string>): Test {
  const places = new Set<number | undefined>()
  for (const id of ids) places.add(index.positionById.get(id))
  return place => places.has(place)
}

/** Those that pass the tests; null is no test. */
function passing(index: ExerciseIndex, matches: Matches | null, ...given: (Test | null)[]): Selection {
  const tests = given.filter(test => test !== null)
  const { places = null, scores = null } = matches ?? {}
  if (tests.length === 0) return { index, places, scores }
  const length = places?.length ?? index.exercises.length
  const [kept, keptScores] = [new Uint32Array(length), scores && new Int16Array(length)]
  let count = 0
  for (let at = 0; at < length; at++) {
    const place = places?.[at] ?? at
    if (!tests.every(test => test(place))) continue
    kept[count] = place
    if (keptScores) keptScores[count] = scores?.[at] ?? 0
    count++
  }
  return { index, places: kept.subarray(0, count), scores: keptScores?.subarray(0, count) ?? null }
}

/** By name, whatever the search. */
const inOrder = ({ index, places, scores }: Selection): Selection => ({
  index,
  scores: null,
  places: scores && places ? places.toSorted() : places,
})

/** Takes out what was done, which is added to `done`. */
function withoutDone(
  selection: Selection,
  uses: ReadonlyMap<string, number>,
  done: Keyed<Exercise>[],
): Selection {
  const { index } = selection
  const isDone = marked(index, uses.keys())
  const { places } = passing(
    index,
    selection.places && { places: selection.places, scores: noScores },
    isDone,
  )
  for (const place of places ?? []) {
    const item = index.exercises[place] as Exercise
    done.push({ item, key: [0, -(uses.get(item.id) ?? 0), ...(index.keys[place] ?? [])] })
  }
  return passing(
    index,
    selection.places && { places: selection.places, scores: noScores },
    place => !isDone(place),
  )
}

const noScores = new Int16Array()

function byName({ index, places }: Selection, before: readonly number[] = []): SortedList<Exercise> {
  return {
    length: places?.length ?? index.exercises.length,
    get: place => keyed(index, places?.[place] ?? place, before),
    exampleKey: [...before, '', ''],
  }
}

function byRelevance({ index, places, scores }: Selection): SortedList<Exercise> {
  return {
    length: places?.length ?? 0,
    get: place => keyed(index, places?.[place] ?? 0, [-(scores?.[place] ?? 0)]),
    exampleKey: [0, '', ''],
  }
}

const keyed = (index: ExerciseIndex, place: number, before: readonly number[]): Keyed<Exercise> => ({
  item: index.exercises[place] as Exercise,
  key: [...before, ...(index.keys[place] ?? [])],
})

function markOfList({ search, filter, scope, sort }: ListQuery, locale: Locale): string {
  const fields = Object.entries(filter).map(([field, value]: [string, unknown]) => {
    const items = Array.isArray(value) ? [...new Set(value)].sort() : value
    return [field, Array.isArray(items) && items.length === 0 ? null : items]
  })
  const words = search === '' ? null : searchWords(search, searchLanguages[locale].wordsOf)
  return fingerprintOf({ locale, search: words, filter: Object.fromEntries(fields) as object, scope, sort })
}
