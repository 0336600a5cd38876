import { AppError } from '../../../errors.js'
import type { SaveWrite, WriteResult } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import type { WorkoutContent, WorkoutDerived } from '../../training/workouts/models.js'
import { assertTimesInRange } from '../../training/workouts/rules.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { applyWithFallbackIds } from './apply-with-fallback-ids.js'
import type { Candidate } from './sources/source.js'
import type { ImportedWorkoutStore } from './imported-workout-store.js'
import type { ImportJob } from './store.js'

interface Dependencies {
  importedWorkouts: Pick<ImportedWorkoutStore, 'findImportIds' | 'add'>
  workouts: Pick<WorkoutService, 'findDuplicateIds'>
  recordType: RecordTypeService<WorkoutContent, WorkoutDerived>
  clock: () => Date
}

/** The result of importing one workout of a file. */
export type Outcome = { status: 'CREATED' } | { status: 'EXISTING' } | { status: 'SKIPPED'; reason: string }

const created: Outcome = { status: 'CREATED' }
const existing: Outcome = { status: 'EXISTING' }

/** Creates the workouts of one import that do not exist yet. */
export function workoutCreator(
  { importedWorkouts, workouts, recordType, clock }: Dependencies,
  { id: importId, userId }: Pick<ImportJob, 'id' | 'userId'>,
) {
  /** Finds the workouts that already exist: from this import before it was interrupted, or from another one. */
  async function findExisting(batch: readonly Candidate[]): Promise<Map<string, Outcome>> {
    const ids = batch.flatMap(({ save, fallbackId }) =>
      fallbackId === null ? save.id : [save.id, fallbackId],
    )
    const importIds = await importedWorkouts.findImportIds(userId, ids)
    const outcomes = new Map<string, Outcome>()
    for (const { save, fallbackId } of batch) {
      const earlierImportId = importIds.get(save.id) ?? importIds.get(fallbackId ?? '')
      if (earlierImportId !== undefined)
        outcomes.set(save.id, earlierImportId === importId ? created : existing)
    }
    const own = batch
      .filter(({ save, isOwnExport }) => isOwnExport && !outcomes.has(save.id))
      .map(({ save }) => save)
    for (const id of own.length > 0 ? await workouts.findDuplicateIds(userId, own) : [])
      outcomes.set(id, existing)
    return outcomes
  }

  /** Returns what an import would do. */
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

  /** Creates the workouts in the caller's transaction. */
  async function create(batch: readonly Candidate[]): Promise<Outcome[]> {
    const outcomesById = await findExisting(batch)
    const newCandidates = batch.filter(({ save }) => !outcomesById.has(save.id))
    const applied = await applyWithFallbackIds(newCandidates, saves => recordType.apply(userId, saves))
    const importedIds: string[] = []
    for (const [index, { id, result }] of applied.entries()) {
      const outcome = outcomeOf(result)
      outcomesById.set(newCandidates[index]?.save.id ?? id, outcome)
      if (outcome.status !== 'SKIPPED') importedIds.push(id)
    }
    if (importedIds.length > 0) await importedWorkouts.add(userId, importId, importedIds)
    return batch.map(({ save }) => outcomesById.get(save.id) ?? existing)
  }

  return { preview, create }
}

/** A conflict means that the workout exists, or existed, under its id. */
function outcomeOf({ status, error, conflict }: WriteResult): Outcome {
  if (status === 'APPLIED') return created
  if (error) return { status: 'SKIPPED', reason: error.message }
  return conflict === 'ACTIVE' ? { status: 'SKIPPED', reason: 'Another workout is in progress.' } : existing
}

/** @throws the error itself if the file did not cause it */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.statusCode < 500) return error.message
  throw error
}
