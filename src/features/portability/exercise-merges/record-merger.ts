import { isDeepStrictEqual } from 'node:util'
import { AppError, badUserInputAt, conflict } from '../../../errors.js'
import { chunk } from '../../../lib/chunk.js'
import { formatCount } from '../../../lib/plural.js'
import type { DerivedPatch, OwnedType, RecordWriter, SaveWrite, WriteResult } from '../../owned/models.js'
import { writerOf, type OwnedRecord } from '../../owned/record.js'
import type { OwnedService } from '../../owned/service.js'
import type { ProgramContent } from '../../training/programs/models.js'
import { assertOneRulePerExercise } from '../../training/programs/progression-rules.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { replaceExercise, replaceInTrack } from './replace-exercise.js'
import type { ExerciseMergeStore, Merge, MergedWorkout } from './store.js'

/** The maximum number of workouts that one merge changes. */
const maxWorkouts = 2000
/** Limits of a batch of workouts, which bound how much is in memory. */
const batchLimits = { workouts: 200, sets: 5000 }

/** The types of records that name exercises, besides workouts and enrollments. */
const types = ['EXERCISE_SETTINGS', 'ROUTINE', 'PROGRAM', 'GOAL'] as const satisfies readonly OwnedType[]

export interface RecordMergerDependencies {
  merges: Pick<ExerciseMergeStore, 'streamAll' | 'streamEnrollments' | 'findWorkoutIds' | 'findWorkout'>
  owned: Pick<OwnedService, 'derive'>
  ownedRecords(): readonly OwnedRecord[]
  workouts: Pick<WorkoutService, 'importRecordType'>
}

/** Replaces an exercise by another one in all records that name it. */
export function recordMerger({ merges, owned, ownedRecords, workouts }: RecordMergerDependencies) {
  /** Replaces the exercise in all records of a type. @throws AppError of the first record that cannot be saved */
  async function mergeRecordsOf(userId: string, type: (typeof types)[number], merge: Merge): Promise<void> {
    const saves: SaveWrite<object>[] = []
    let hasTarget = false
    for await (const { id, version, content } of merges.streamAll(userId, type)) {
      if (!content) continue
      hasTarget ||=
        type === 'EXERCISE_SETTINGS' && 'exerciseId' in content && content.exerciseId === merge.intoId
      const replaced = replaceExercise(content, merge.fromId, merge.intoId)
      if (replaced !== content)
        saves.push({ id, expectedVersion: version, content: replaced, path: 'record' })
    }
    if (saves.length === 0) return
    if (hasTarget)
      throw badUserInputAt(
        'input.intoId',
        'has settings, like the merged exercise. Delete one of them first.',
      )
    if (type === 'PROGRAM') assertRules(saves as SaveWrite<ProgramContent>[])
    await save(writerOf(ownedRecords(), type), userId, saves)
  }

  async function mergeEnrollments(userId: string, { fromId, intoId }: Merge): Promise<void> {
    const saves: SaveWrite<object>[] = []
    const patches: DerivedPatch[] = []
    for await (const { id, version, content, derived } of merges.streamEnrollments(userId)) {
      if (!content || !derived) continue
      const replaced = replaceExercise(content, fromId, intoId)
      if (replaced !== content)
        saves.push({ id, expectedVersion: version, content: replaced, path: 'enrollment' })
      const inTracks = <State extends { track: string }>(states: readonly State[]) =>
        states.map(state => ({ ...state, track: replaceInTrack(state.track, fromId, intoId) }))
      const before = { maxima: derived.maxima, inherited: derived.inherited, states: derived.states }
      const set = {
        maxima: replaceExercise(derived.maxima, fromId, intoId),
        inherited: inTracks(derived.inherited),
        states: inTracks(derived.states),
      }
      if (!isDeepStrictEqual(before, set)) patches.push({ id, type: 'ENROLLMENT', set })
    }
    // Saving an enrollment derives its states again, from the maxima and the inherited states.
    if (patches.length > 0) await owned.derive(userId, { derived: patches })
    if (saves.length > 0) await save(writerOf(ownedRecords(), 'ENROLLMENT'), userId, saves)
  }

  /** @throws AppError CONFLICT if there are too many */
  async function mergeWorkouts(userId: string, { fromId, intoId }: Merge): Promise<void> {
    const ids = await merges.findWorkoutIds(userId, fromId, maxWorkouts + 1)
    if (ids.length > maxWorkouts)
      throw conflict(
        `The exercise is in more than ${formatCount(maxWorkouts)} workouts, the maximum of a merge.`,
      )
    for (const batchIds of chunk(ids, batchLimits.workouts, () => 1)) {
      const found = await Promise.all(batchIds.map(id => merges.findWorkout(userId, id)))
      const rows = found.filter(row => row !== null)
      for (const batch of chunk(rows, batchLimits.sets, countSets)) await mergeBatch(batch)
    }

    async function mergeBatch(batch: readonly MergedWorkout[]): Promise<void> {
      const bodyWeights = new Map(batch.map(({ id, derived }) => [id, derived?.bodyWeight ?? null]))
      const recordType = workouts.importRecordType(id => bodyWeights.get(id) ?? null)
      const saves = batch.flatMap(({ id, version, content }) =>
        content
          ? [
              {
                id,
                expectedVersion: version,
                content: replaceExercise(content, fromId, intoId),
                path: 'workout',
              },
            ]
          : [],
      )
      assertSaved(await recordType.apply(userId, saves))
    }
  }

  /** Call it in a transaction. @throws AppError BAD_USER_INPUT, CONFLICT */
  return async function mergeRecords(userId: string, merge: Merge): Promise<void> {
    for (const type of types) await mergeRecordsOf(userId, type, merge)
    await mergeEnrollments(userId, merge)
    await mergeWorkouts(userId, merge)
  }
}

async function save(
  writer: RecordWriter,
  userId: string,
  saves: readonly SaveWrite<object>[],
): Promise<void> {
  assertSaved(await writer.apply(userId, saves))
}

/** @throws AppError of the first write that was not applied, which reverts the merge */
export function assertSaved(results: readonly WriteResult[]): void {
  for (const { error, status } of results) {
    if (error)
      throw error.statusCode < 500
        ? new AppError(error.code, error.message, { field: 'input.intoId' })
        : error
    if (status === 'CONFLICT') throw conflict('Your data changed in the meantime. Try again.')
  }
}

function assertRules(saves: readonly SaveWrite<ProgramContent>[]): void {
  for (const { content } of saves)
    try {
      assertOneRulePerExercise(content, 'program')
    } catch {
      throw badUserInputAt(
        'input.intoId',
        `has another progression rule than the merged exercise in the program "${content.title}". Make the rules equal, or give one of them a key.`,
      )
    }
}

const countSets = ({ content }: MergedWorkout): number =>
  (content?.exercises ?? []).reduce((sum, { sets }) => sum + sets.length, 0)
