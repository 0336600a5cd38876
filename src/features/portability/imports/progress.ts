import type { CreatedExercise, ExerciseMatch, ImportCounts, SkippedLine } from './models.js'
import type { ImportJob } from './store.js'

/** How many of the lines that were left out are told. */
const mostTold = 1000

/** What has come of an import so far. */
export interface ImportProgress {
  readonly counts: ImportCounts
  skip(line: SkippedLine): void
  /** Counts exercises that are kept as made already. */
  addCreated(exercises: readonly CreatedExercise[]): void
  /** What has changed since it was asked for last. */
  takeChanges(): Partial<ImportCounts>
}

/** Of one that is begun anew, what it made is counted anew; it knows its exercises again. */
export function startProgress({ created }: Pick<ImportJob, 'created'>): ImportProgress {
  const counts: ImportCounts = {
    ...{ rowsRead: 0, workoutsMade: 0, workoutsAlreadyThere: 0, skippedCount: 0 },
    ...{ skipped: [], matched: [] as ExerciseMatch[], created: [...created] },
  }
  let told = { skipped: -1, matched: -1, created: created.length }
  return {
    counts,
    skip(line) {
      counts.skippedCount++
      if (counts.skipped.length < mostTold) counts.skipped.push(line)
    },
    addCreated(exercises) {
      counts.created.push(...exercises)
      told.created = counts.created.length
    },
    takeChanges() {
      const { skipped, matched, created, ...numbers } = counts
      // Lists only grow.
      const news = {
        ...numbers,
        ...(skipped.length !== told.skipped && { skipped: [...skipped] }),
        ...(matched.length !== told.matched && { matched: [...matched] }),
        ...(created.length !== told.created && { created: [...created] }),
      }
      told = { skipped: skipped.length, matched: matched.length, created: created.length }
      return news
    },
  }
}
