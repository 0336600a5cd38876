import { badUserInputAt, conflict } from '../../../errors.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import { inputReader, type Optional } from '../../../lib/input-reader.js'
import type { Database } from '../../../platform/database/database.js'
import { declareRecord } from '../../owned/declare-record.js'
import type { SaveWrite, WriteResult } from '../../owned/models.js'
import { deleteOperation, saveOperation } from '../../owned/record.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import type { OwnedService } from '../../owned/service.js'
import type { ExerciseService } from '../exercises/service.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import { maxExercisesPerDay, maxSetsPerExercise } from '../programs/limits.js'
import type { WorkoutService } from '../workouts/service.js'
import { routineFromWorkout } from './from-workout.js'
import { countSets, readFromWorkout, readRoutine } from './input.js'
import { maxRoutines } from './limits.js'
import type { RoutineStore } from './store.js'
import type { FromWorkoutDraft, Routine, RoutineContent, RoutineDerived, RoutineRow } from './models.js'

interface Dependencies {
  owned: OwnedService
  database: Database
  exercises: Pick<ExerciseService, 'findMany'>
  workouts: Pick<WorkoutService, 'findMany'>
  routines: Pick<RoutineStore, 'findFolderIds'>
}

interface ListArguments {
  folderId?: Optional<string>
}

export function routineRecord({ owned, database, exercises, workouts, routines }: Dependencies) {
  /** Determines which of the folders exist, and which were deleted. */
  async function readFolders(userId: string, ids: readonly string[]) {
    const existing = new Set(ids.length > 0 ? await routines.findFolderIds(userId, ids) : [])
    const missing = ids.filter(id => !existing.has(id))
    const tombstones = missing.length > 0 ? await owned.findMany(userId, missing) : null
    return { existing, deleted: new Set(missing.filter(id => tombstones?.get(id)?.content === null)) }
  }

  async function createFromWorkout(
    recordType: RecordTypeService<RoutineContent, RoutineDerived>,
    userId: string,
    draft: FromWorkoutDraft,
    path: string,
  ): Promise<WriteResult> {
    const { id, workoutId, title } = readFromWorkout(draft, path)
    const write = {
      id,
      expectedVersion: null,
      fingerprint: `from workout ${fingerprintOf({ workoutId, title })}`,
    }
    const repeated = await recordType.findRepeated(userId, write)
    if (repeated) return repeated
    const [workout] = await workouts.findMany(userId, [workoutId])
    const workoutPath = `${path}.workoutId`
    if (!workout) throw badUserInputAt(workoutPath, 'must be the id of one of your workouts.')
    const ids = workout.exercises.map(({ exerciseId }) => exerciseId)
    const exercisesById = await exercises.findMany(userId, ids)
    const existing = workout.exercises.filter(
      ({ exerciseId }) => exercisesById.get(exerciseId)?.isDeleted === false,
    )
    const content = routineFromWorkout({ id, title }, { ...workout, exercises: existing }, workoutPath)
    return recordType.save(userId, { ...write, content, path })
  }

  return declareRecord(
    { owned, database },
    {
      type: 'ROUTINE',
      typename: 'Routine',
      payload: 'routine',
      list: {
        field: 'routines',
        order: { field: 'content.position', type: 'number', direction: 1 },
        equal: ['content.folderId'],
        hasTotalCount: true,
        filter(args: ListArguments) {
          const folderId = inputReader(args).id('folderId')
          if (folderId === null) return {}
          return { 'content.folderId': folderId, 'derived.deletedFolderId': { $ne: folderId } }
        },
      },
      present: presentRoutine,

      async prepare(userId, saves) {
        const { existing, deleted } = await readFolders(
          userId,
          saves.flatMap(({ content }) => content.folderId ?? []),
        )
        const exercisesById = await exercises.findMany(userId, saves.flatMap(exerciseIdsOf))
        return {
          complete: content => ({
            ...content,
            folderId: content.folderId !== null && deleted.has(content.folderId) ? null : content.folderId,
          }),
          validate(save, { before, head }) {
            const { content, path } = save
            if (content.folderId !== null && !existing.has(content.folderId))
              throw badUserInputAt(`${path}.folderId`, 'must be the id of one of your folders.')
            // Accept exercises of the stored routine even if they were deleted since.
            const previous = new Set(before?.content?.exercises.map(({ exerciseId }) => exerciseId))
            for (const [index, { exerciseId }] of content.exercises.entries())
              if (exercisesById.get(exerciseId)?.isDeleted !== false && !previous.has(exerciseId))
                throw unknownExercise(`${path}.exercises[${index}].exerciseId`)
            if (before === null && (head.counts.ROUTINE ?? 0) >= maxRoutines)
              throw conflict(`You already have ${maxRoutines} routines. Delete one first.`)
          },
        }
      },

      operations: recordType => ({
        saveRoutine: saveOperation(recordType, readRoutine, countSets),
        deleteRoutine: deleteOperation(recordType),
        createRoutineFromWorkout: {
          idField: 'id',
          apply: async (userId: string, draft: FromWorkoutDraft, path: string) =>
            createFromWorkout(recordType, userId, draft, path),
          maxSetsWritten: maxExercisesPerDay * maxSetsPerExercise,
        },
      }),
    },
  )
}

const exerciseIdsOf = ({ content }: SaveWrite<RoutineContent>) =>
  content.exercises.map(({ exerciseId }) => exerciseId)

export function presentRoutine({
  id,
  version,
  createdAt,
  updatedAt,
  content,
  derived,
}: RoutineRow): Routine | null {
  if (content === null) return null
  const isInFolder = content.folderId !== null && derived?.deletedFolderId !== content.folderId
  const folderId = isInFolder ? content.folderId : null
  return { id, version, createdAt, updatedAt, ...content, folderId }
}
