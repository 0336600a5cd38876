import { AppError } from '../../../errors.js'
import { days, MiB } from '../../../lib/quantities.js'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { Candidate } from './sources/source.js'
import type { ImportedWorkoutStore } from './imported-workout-store.js'
import type { ImportJob } from './store.js'
import { workoutCreator, type Outcome } from './workout-creator.js'
import type { ImportProgress } from './progress.js'
import type { Lease } from './lease.js'

/**
 * Limits of a batch, which one transaction writes. They bound how long a batch holds the event loop and makes other
 * writes of the same user wait. A workout that exceeds a limit alone is a batch of its own.
 */
const batchLimits = { workouts: 20, sets: 500, textBytes: 1 * MiB }
/** The maximum number of workouts per day, in UTC. It bounds the size of the documents that are derived from a month. */
const maxWorkoutsPerDay = 24

interface Dependencies {
  importedWorkouts: Pick<ImportedWorkoutStore, 'findImportIds' | 'add'>
  workouts: Pick<WorkoutService, 'importRecordType' | 'findDuplicateIds'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

/** Writes the workouts of imports in batches. A workout is created once, even if its owner deletes it later. */
export function workoutWriter({ importedWorkouts, workouts, database, clock }: Dependencies) {
  return (job: ImportJob, progress: ImportProgress, lease: Lease) => {
    const { userId, options } = job
    let pending: Candidate[] = []
    let [sets, textBytes] = [0, 0]
    /** The number of workouts that start on a day, by the number of the day. */
    const workoutsPerDay = new Map<number, number>()
    /** By each id under which a workout may be written. */
    const bodyWeights = new Map<string, Load>()
    const recordType = workouts.importRecordType(id => bodyWeights.get(id) ?? null)
    const creator = workoutCreator({ importedWorkouts, workouts, recordType, clock }, job)

    async function write(batch: readonly Candidate[]): Promise<void> {
      try {
        const outcomes = options.dryRun ? await creator.preview(batch) : await create(batch)
        for (const [position, outcome] of outcomes.entries()) count(outcome, batch[position]?.line ?? 0)
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode >= 500) throw error
        // Retry one by one, so that an invalid workout does not discard the others of its batch.
        const [only] = batch
        if (batch.length > 1) for (const one of batch) await write([one])
        else progress.skip({ line: only?.line ?? 0, reason: error.message })
      }
    }

    const create = (batch: readonly Candidate[]): Promise<Outcome[]> =>
      database.transaction(userId, async () => {
        await lease.renew()
        return creator.create(batch)
      })

    function count(outcome: Outcome, line: number): void {
      if (outcome.status === 'CREATED') progress.counts.workoutsMade++
      else if (outcome.status === 'EXISTING') progress.counts.workoutsAlreadyThere++
      else progress.skip({ line, reason: outcome.reason })
    }

    async function flush(): Promise<void> {
      const batch = pending
      pending = []
      sets = textBytes = 0
      if (batch.length === 0) return
      lease.signal.throwIfAborted()
      await write(batch)
      bodyWeights.clear()
    }

    return {
      async add(candidate: Candidate): Promise<void> {
        const { line, save, fallbackId, bodyWeight } = candidate
        const { startedAt, exercises } = save.content
        const day = Math.floor(startedAt.getTime() / days)
        const countOfDay = (workoutsPerDay.get(day) ?? 0) + 1
        if (countOfDay > maxWorkoutsPerDay) {
          progress.skip({ line, reason: `More than ${maxWorkoutsPerDay} workouts start on that day.` })
          return
        }
        workoutsPerDay.set(day, countOfDay)
        const ownSets = exercises.reduce((sum, entry) => sum + entry.sets.length, 0)
        const isFull =
          pending.length === batchLimits.workouts ||
          sets + ownSets > batchLimits.sets ||
          textBytes + candidate.textBytes > batchLimits.textBytes
        if (isFull) await flush()
        pending.push(candidate)
        if (bodyWeight)
          for (const id of [save.id, fallbackId]) if (id !== null) bodyWeights.set(id, bodyWeight)
        sets += ownSets
        textBytes += candidate.textBytes
      },
      end: flush,
    }
  }
}

export type WorkoutWriter = ReturnType<typeof workoutWriter>
