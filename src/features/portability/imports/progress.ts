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

/** Starts at zero, also for a restarted import, except for the exercises that it has already created. */
export function startProgress({ created }: Pick<ImportJob, 'created'>): ImportProgress {
  const counts: ImportCounts = {
    rowsRead: 0,
    workoutsMade: 0,
    workoutsAlreadyThere: 0,
    recordsRestored: 0,
    skippedCount: 0,
    skipped: [],
    matched: [] as ExerciseMatch[],
    unmatched: [],
    created: [...created],
  }
  let savedLengths = { skipped: -1, matched: -1, unmatched: -1, created: created.length }
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
