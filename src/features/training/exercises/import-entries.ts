import type { Exercise, Source } from './models.js'
import type { ExerciseStore } from './store.js'
import { duplicateIndex, type DuplicateIndex } from './duplicate-index.js'
import type { ExerciseEntry } from './vocabulary.js'

const writtenAtOnce = 32

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** Slugs that an exercise of another source has. */
  takenSlugs: string[]
  /** Left out, because an exercise with another slug is the same: both names. */
  duplicates: { name: string; of: string }[]
}

interface Import {
  exercises: ExerciseStore
  clock: () => Date
  source: Source
  onProgress: (() => void) | undefined
}

/** Adds what is new, changes what differs; doing it again changes nothing. */
export async function importEntries(
  entries: readonly ExerciseEntry[],
  options: Import,
): Promise<ImportReport> {
  const { exercises, clock, source, onProgress } = options
  const known = new Map((await exercises.bySource(source)).map(exercise => [exercise.slug, exercise]))
  const report: ImportReport = { added: 0, changed: 0, unchanged: 0, takenSlugs: [], duplicates: [] }
  let twinsOfAll: Promise<DuplicateIndex<ExerciseEntry>> | undefined

  async function add(entry: ExerciseEntry): Promise<void> {
    // Only what is new is compared with everything else; at most starts of the service nothing is.
    const twins = await (twinsOfAll ??= exercises.all().then(all => duplicateIndex<ExerciseEntry>(all)))
    const twin = twins.of(entry)
    if (twin && twin.slug !== entry.slug) {
      report.duplicates.push({ name: entry.name, of: twin.name })
      return
    }
    twins.add(entry)
    if (await exercises.insert(entry, source, clock())) report.added++
    else report.takenSlugs.push(entry.slug)
  }

  async function take(entry: ExerciseEntry): Promise<void> {
    const existing = known.get(entry.slug)
    if (!existing) await add(entry)
    else if (isSame(existing, entry)) report.unchanged++
    else {
      await exercises.replace(existing, entry, clock())
      report.changed++
    }
    onProgress?.()
  }

  const written = () => report.added + report.changed
  for (let at = 0; at < entries.length; at += writtenAtOnce) {
    const before = written()
    await Promise.all(entries.slice(at, at + writtenAtOnce).map(take))
    // After each part, since an import may end in the middle.
    if (written() > before) await exercises.raiseRevision()
  }
  return report
}

const isSame = (existing: Exercise, entry: ExerciseEntry) =>
  (Object.keys(entry) as (keyof ExerciseEntry)[]).every(
    field => JSON.stringify(existing[field]) === JSON.stringify(entry[field]),
  )
