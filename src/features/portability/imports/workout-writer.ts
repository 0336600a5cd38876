import { AppError } from '../../../errors.js'
import { days, MiB } from '../../../lib/quantities.js'
import type { Load } from '../../../lib/units.js'
import type { Database } from '../../../platform/database/database.js'
import type { SaveWrite, WriteResult } from '../../owned/models.js'
import type { WorkoutContent } from '../../training/workouts/models.js'
import { assertTimesInRange } from '../../training/workouts/rules.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import type { Candidate } from './sources/source.js'
import type { ImportJob, ImportStore } from './store.js'
import type { ImportProgress } from './progress.js'
import type { Lease } from './import-worker.js'

/**
 * Limits of a batch, which one transaction writes. They bound how long a batch holds the event loop and makes other
 * writes of the same user wait. A workout that exceeds a limit alone is a batch of its own.
 */
const batchLimits = { workouts: 20, sets: 500, textBytes: 1 * MiB }
/** The maximum number of workouts per day, in UTC. It bounds the size of the documents that are derived from a month. */
const maxWorkoutsPerDay = 24

interface Dependencies {
  imports: ImportStore
  workouts: Pick<WorkoutService, 'importRecordType' | 'findDuplicateIds'>
  database: Pick<Database, 'transaction'>
  clock: () => Date
}

type Outcome = { status: 'CREATED' } | { status: 'EXISTING' } | { status: 'SKIPPED'; reason: string }

const created: Outcome = { status: 'CREATED' }
const existing: Outcome = { status: 'EXISTING' }

/** Writes the workouts of imports in batches. A workout is created once, even if its owner deletes it later. */
export function workoutWriter({ imports, workouts, database, clock }: Dependencies) {
  return (job: ImportJob, progress: ImportProgress, lease: Lease) => {
    const { userId, options } = job
    let pending: Candidate[] = []
    let [sets, textBytes] = [0, 0]
    /** The number of workouts that start on a day, by the number of the day. */
    const workoutsPerDay = new Map<number, number>()
    /** By each id under which a workout may be written. */
    const bodyWeights = new Map<string, Load>()
    const kind = workouts.importRecordType(id => bodyWeights.get(id) ?? null)

    async function write(batch: readonly Candidate[]): Promise<void> {
      try {
        const outcomes = options.dryRun
          ? await preview(batch)
          : await database.transaction(userId, () => create(batch))
        for (const [position, outcome] of outcomes.entries()) count(outcome, batch[position]?.line ?? 0)
      } catch (error) {
        if (!(error instanceof AppError) || error.statusCode >= 500) throw error
        // Retry one by one, so that an invalid workout does not discard the others of its batch.
        const [only] = batch
        if (batch.length > 1) for (const one of batch) await write([one])
        else progress.skip({ line: only?.line ?? 0, reason: error.message })
      }
    }

    function count(outcome: Outcome, line: number): void {
      if (outcome.status === 'CREATED') progress.counts.workoutsMade++
      else if (outcome.status === 'EXISTING') progress.counts.workoutsAlreadyThere++
      else progress.skip({ line, reason: outcome.reason })
    }

    /** Finds the workouts that already exist: from this import before it was interrupted, or from another one. */
    async function findExisting(batch: readonly Candidate[]): Promise<Map<string, Outcome>> {
      const ids = batch.flatMap(({ save, fallbackId }) =>
        fallbackId === null ? save.id : [save.id, fallbackId],
      )
      const imported = await imports.findImported(userId, ids)
      const outcomes = new Map<string, Outcome>()
      for (const { save, fallbackId } of batch) {
        const importId = imported.get(save.id) ?? imported.get(fallbackId ?? '')
        if (importId !== undefined) outcomes.set(save.id, importId === job.id ? created : existing)
      }
      const own = batch
        .filter(({ save, isOwnExport }) => isOwnExport && !outcomes.has(save.id))
        .map(({ save }) => save)
      for (const id of own.length > 0 ? await workouts.findDuplicateIds(userId, own) : [])
        outcomes.set(id, existing)
      return outcomes
    }

    async function preview(batch: readonly Candidate[]): Promise<Outcome[]> {
      const outcomesById = await findExisting(batch)
      return batch.map(({ save }) => outcomesById.get(save.id) ?? validateTime(save))
    }

    function validateTime(save: SaveWrite<WorkoutContent>): Outcome {
      try {
        assertTimesInRange(save, clock())
        return created
      } catch (error) {
        return { status: 'SKIPPED', reason: reasonOf(error) }
      }
    }

    async function create(batch: readonly Candidate[]): Promise<Outcome[]> {
      await lease.renew()
      const outcomesById = await findExisting(batch)
      const newCandidates = batch.filter(({ save }) => !outcomesById.has(save.id))
      const importedIds: string[] = []
      const apply = async (saves: readonly SaveWrite<WorkoutContent>[]) =>
        saves.length > 0 ? kind.apply(userId, saves) : []
      const written = await apply(newCandidates.map(({ save }) => save))
      const conflicting = newCandidates.filter(
        ({ fallbackId }, position) => fallbackId !== null && written[position]?.conflict === 'ID_TAKEN',
      )
      const retried = await apply(
        conflicting.map(({ save, fallbackId }) => ({ ...save, id: fallbackId ?? save.id })),
      )
      for (const [position, one] of newCandidates.entries()) {
        const index = conflicting.indexOf(one)
        const outcome = outcomeOf(index === -1 ? written[position] : retried[index])
        outcomesById.set(one.save.id, outcome)
        if (outcome.status !== 'SKIPPED')
          importedIds.push(index === -1 ? one.save.id : (one.fallbackId ?? one.save.id))
      }
      if (importedIds.length > 0) await imports.recordImported(userId, job.id, importedIds)
      return batch.map(({ save }) => outcomesById.get(save.id) ?? existing)
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

/** A conflict means that the workout exists, or existed, under its id. */
function outcomeOf(written: WriteResult | undefined): Outcome {
  if (written?.status === 'APPLIED') return created
  if (written?.error) return { status: 'SKIPPED', reason: written.error.message }
  const isActive = written?.conflict === 'ACTIVE'
  return isActive ? { status: 'SKIPPED', reason: 'Another workout is in progress.' } : existing
}

/** @throws the error itself if the file did not cause it */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.statusCode < 500) return error.message
  throw error
}
