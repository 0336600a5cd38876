import { notFound } from '../../errors.js'
import { pageOf, type Page, type PageArguments } from '../../lib/pages.js'
import { seconds } from '../../lib/quantities.js'
import { singleLine } from '../../lib/text.js'
import { catalogueIndex, type CatalogueIndex } from './catalogue-index.js'
import type { Exercise, Source } from './exercise.js'
import type { ExerciseStore } from './store.js'
import { twinIndex, type TwinIndex } from './twins.js'
import type { ExerciseEntry } from './vocabulary.js'

/** How long a change by another instance may go unseen, in milliseconds. */
const staleness = 5 * seconds

const writtenAtOnce = 32

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** Slugs that an exercise of another source has. */
  taken: string[]
  /** Left out, because an exercise with another slug is the same: both names. */
  twins: { name: string; of: string }[]
}

interface Dependencies {
  exercises: ExerciseStore
  clock: () => Date
}

export function exerciseService({ exercises, clock }: Dependencies) {
  let loaded: { revision: string; checkedAt: number; index: CatalogueIndex } | undefined
  let loading: Promise<CatalogueIndex> | undefined

  async function load(): Promise<CatalogueIndex> {
    const revision = await exercises.revision()
    const index = loaded?.revision === revision ? loaded.index : await catalogueIndex(await exercises.all())
    loaded = { revision, checkedAt: Date.now(), index }
    return index
  }

  async function catalogue(): Promise<CatalogueIndex> {
    if (loaded && Date.now() - loaded.checkedAt < staleness) return loaded.index
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
      const words = singleLine(search, { field: 'search', maxLength: 100 })
      const { edges, ...rest } = pageOf((await catalogue()).list(words), page)
      return { ...rest, edges: edges.map(({ cursor, node }) => ({ cursor, node: node.exercise })) }
    },

    /** Adds what is new and not there under another slug, changes what differs; again, it changes nothing. */
    async import(
      entries: readonly ExerciseEntry[],
      source: Source,
      onProgress?: () => void,
    ): Promise<ImportReport> {
      const known = new Map((await exercises.bySource(source)).map(exercise => [exercise.slug, exercise]))
      const report: ImportReport = { added: 0, changed: 0, unchanged: 0, taken: [], twins: [] }
      let loadingTwins: Promise<TwinIndex> | undefined

      async function add(entry: ExerciseEntry): Promise<void> {
        // Only what is new is compared with everything: at most starts of the service nothing is.
        const twins = await (loadingTwins ??= exercises.all().then(twinIndex))
        const twin = twins.of(entry)
        if (twin && twin.slug !== entry.slug) {
          report.twins.push({ name: entry.name, of: twin.name })
          return
        }
        twins.add(entry)
        if (await exercises.insert(entry, source, clock())) report.added++
        else report.taken.push(entry.slug)
      }

      async function take(entry: ExerciseEntry): Promise<void> {
        const existing = known.get(entry.slug)
        if (existing && isSame(existing, entry)) report.unchanged++
        else if (existing) {
          await exercises.replace(entry, source, clock())
          report.changed++
        } else await add(entry)
        onProgress?.()
      }
      for (let at = 0; at < entries.length; at += writtenAtOnce)
        await Promise.all(entries.slice(at, at + writtenAtOnce).map(take))
      loaded = undefined
      return report
    },
  }
}

export type ExerciseService = ReturnType<typeof exerciseService>

const isSame = (existing: Exercise, entry: ExerciseEntry) =>
  (Object.keys(entry) as (keyof ExerciseEntry)[]).every(
    field => JSON.stringify(existing[field]) === JSON.stringify(entry[field]),
  )
