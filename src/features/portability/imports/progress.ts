import type { CreatedExercise, ExerciseMatch, ImportCounts, SkippedLine } from './models.js'
import type { ImportJob } from './store.js'

/** The maximum number of skipped lines that are listed. */
const maxSkippedLines = 1000

/** The progress of an import. */
export interface ImportProgress {
  readonly counts: ImportCounts
  skip(line: SkippedLine): void
  /** Adds created exercises that have already been saved as a part of the progress. */
  addCreated(exercises: readonly CreatedExercise[]): void
  /** The fields that have changed since the last call. */
  takeChanges(): Partial<ImportCounts>
}

/**
 * Starts at zero, also for a restarted import, except for what it cannot count again: the records that it has restored, the
 * exercises that it has created, and the names that nothing matched before it created them.
 */
export function startProgress({
  options: { dryRun },
  recordsRestored,
  unmatched,
  created,
}: Pick<ImportJob, 'options' | 'recordsRestored' | 'unmatched' | 'created'>): ImportProgress {
  const counts: ImportCounts = {
    rowsRead: 0,
    workoutsMade: 0,
    workoutsAlreadyThere: 0,
    recordsRestored: dryRun ? 0 : recordsRestored,
    skippedCount: 0,
    skipped: [],
    matched: [] as ExerciseMatch[],
    unmatched: [...unmatched],
    created: [...created],
  }
  let savedLengths = { skipped: -1, matched: -1, unmatched: unmatched.length, created: created.length }
  return {
    counts,
    skip(line) {
      counts.skippedCount++
      if (counts.skipped.length < maxSkippedLines) counts.skipped.push(line)
    },
    addCreated(exercises) {
      counts.created.push(...exercises)
      savedLengths.created = counts.created.length
    },
    takeChanges() {
      const { skipped, matched, unmatched, created, ...numbers } = counts
      // Lists only grow, so a list has changed if its length has.
      const changes = {
        ...numbers,
        ...(skipped.length !== savedLengths.skipped && { skipped: [...skipped] }),
        ...(matched.length !== savedLengths.matched && { matched: [...matched] }),
        ...(unmatched.length !== savedLengths.unmatched && { unmatched: [...unmatched] }),
        ...(created.length !== savedLengths.created && { created: [...created] }),
      }
      savedLengths = {
        skipped: skipped.length,
        matched: matched.length,
        unmatched: unmatched.length,
        created: created.length,
      }
      return changes
    },
  }
}
