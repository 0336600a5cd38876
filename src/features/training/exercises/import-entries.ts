import type { Exercise, Source } from './models.js'
import type { ExerciseStore } from './store.js'
import { duplicateIndex, type DuplicateIndex } from './duplicate-index.js'
import type { ExerciseEntry } from '../../../lib/exercise-vocabulary.js'

const batchSize = 32

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** The slugs of entries that were skipped because an exercise of another source has the slug. */
  takenSlugs: string[]
  /** The entries that were skipped because they duplicate an exercise with another slug: both names. */
  duplicates: { name: string; of: string }[]
}

/** What an import does with an entry. */
export type EntryOutcome = 'ADDED' | 'CHANGED' | 'UNCHANGED' | 'DUPLICATE' | 'SLUG_TAKEN'

/** Called after each entry. */
export type OnEntry = (entry: ExerciseEntry, outcome: EntryOutcome) => void

interface ImportOptions {
  exercises: Pick<
    ExerciseStore,
    'findAll' | 'findBySource' | 'incrementRevision' | 'insert' | 'isSlugTaken' | 'replace'
  >
  clock: () => Date
  source: Source
  /** True to write nothing, and report what would be written. */
  isPreview: boolean
  onEntry: OnEntry | undefined
}

/** Adds new and updates changed exercises. Idempotent. */
export async function importEntries(
  entries: readonly ExerciseEntry[],
  options: ImportOptions,
): Promise<ImportReport> {
  const { exercises, clock, source, isPreview, onEntry } = options
  const exercisesBySlug = new Map(
    (await exercises.findBySource(source)).map(exercise => [exercise.slug, exercise]),
  )
  const report: ImportReport = { added: 0, changed: 0, unchanged: 0, takenSlugs: [], duplicates: [] }
  let duplicateIndexOfAll: Promise<DuplicateIndex<ExerciseEntry>> | undefined

  /** @returns false if the slug is taken */
  const insert = async (entry: ExerciseEntry): Promise<boolean> =>
    isPreview ? !(await exercises.isSlugTaken(entry.slug)) : exercises.insert(entry, source, clock())

  async function add(entry: ExerciseEntry): Promise<EntryOutcome> {
    // Build the index on demand, because most imports add nothing.
    const index = await (duplicateIndexOfAll ??= exercises
      .findAll()
      .then(all => duplicateIndex<ExerciseEntry>(all)))
    const duplicate = index.find(entry)
    if (duplicate && duplicate.slug !== entry.slug) {
      report.duplicates.push({ name: entry.name, of: duplicate.name })
      return 'DUPLICATE'
    }
    index.add(entry)
    if (await insert(entry)) {
      report.added++
      return 'ADDED'
    }
    report.takenSlugs.push(entry.slug)
    return 'SLUG_TAKEN'
  }

  async function write(entry: ExerciseEntry): Promise<EntryOutcome> {
    const existing = exercisesBySlug.get(entry.slug)
    if (!existing) return add(entry)
    if (isUnchanged(existing, entry)) {
      report.unchanged++
      return 'UNCHANGED'
    }
    if (!isPreview) await exercises.replace(existing, entry, clock())
    report.changed++
    return 'CHANGED'
  }

  async function importEntry(entry: ExerciseEntry): Promise<void> {
    const outcome = await write(entry)
    onEntry?.(entry, outcome)
  }

  const written = () => report.added + report.changed
  for (let position = 0; position < entries.length; position += batchSize) {
    const before = written()
    await Promise.all(entries.slice(position, position + batchSize).map(importEntry))
    // Increment it after each batch, because an import can be interrupted.
    if (!isPreview && written() > before) await exercises.incrementRevision()
  }
  return report
}

const isUnchanged = (existing: Exercise, entry: ExerciseEntry) =>
  (Object.keys(entry) as (keyof ExerciseEntry)[]).every(
    field => JSON.stringify(existing[field]) === JSON.stringify(entry[field]),
  )
