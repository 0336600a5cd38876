import { notFound } from '../../errors.js'
import { pageOf, type Page, type PageArguments } from '../../lib/pages.js'
import { seconds } from '../../lib/quantities.js'
import { demandShort, singleLine } from '../../lib/text.js'
import { catalogueIndex, type CatalogueIndex } from './catalogue-index.js'
import type { Exercise, Source } from './models.js'
import { importEntries, type ImportReport } from './import.js'
import type { ExerciseStore } from './store.js'
import type { ExerciseEntry } from './vocabulary.js'

/** How long a change by another instance may go unseen, in milliseconds. */
const staleness = 5 * seconds

interface Dependencies {
  exercises: ExerciseStore
  clock: () => Date
}

export function exerciseService({ exercises, clock }: Dependencies) {
  let loaded: { revision: string; checkedAt: number; index: CatalogueIndex } | undefined
  let loading: Promise<CatalogueIndex> | undefined

  async function load(): Promise<CatalogueIndex> {
    const checkedAt = clock().getTime()
    const revision = await exercises.revision()
    const index = loaded?.revision === revision ? loaded.index : await catalogueIndex(await exercises.all())
    loaded = { revision, checkedAt, index }
    return index
  }

  async function catalogue(): Promise<CatalogueIndex> {
    // Either way: a clock that was set back must not prolong what is remembered.
    if (loaded && Math.abs(clock().getTime() - loaded.checkedAt) < staleness) return loaded.index
    loading ??= load().finally(() => (loading = undefined))
    return loading
  }

  return {
    /** @throws AppError NOT_FOUND */
    async get(id: string): Promise<Exercise> {
      const exercise = (await catalogue()).byId.get(id)
      if (!exercise) throw notFound('exercise')
      return exercise
    },

    /** A page of the catalogue, by name or by relevance. @throws AppError BAD_USER_INPUT */
    async list(search: string, page: PageArguments): Promise<Page<Exercise>> {
      const rule = { field: 'search', maxLength: 100 }
      demandShort(search, rule)
      // What is pasted into a search box may have tabs and line breaks.
      const words = singleLine(search.replace(/\s+/g, ' '), rule)
      const { edges, ...rest } = pageOf(await (await catalogue()).list(words), page)
      return { ...rest, edges: edges.map(({ cursor, node }) => ({ cursor, node: node.exercise })) }
    },

    /** Adds what is new and not there under another slug, changes what differs; again, it changes nothing. */
    async import(
      entries: readonly ExerciseEntry[],
      source: Source,
      onProgress?: () => void,
    ): Promise<ImportReport> {
      const report = await importEntries(entries, { exercises, clock, source, onProgress })
      loaded = undefined
      return report
    },
  }
}

export type ExerciseService = ReturnType<typeof exerciseService>
