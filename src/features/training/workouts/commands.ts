import { badUserInputAt, notFound } from '../../../errors.js'
import { fingerprintOf } from '../../../lib/fingerprint.js'
import type { Locale } from '../../../lib/locales.js'
import type { WriteResult } from '../../owned/models.js'
import type { RecordTypeService } from '../../owned/record-type.js'
import { unchangedResult } from '../../owned/write-result.js'
import type { ExerciseService } from '../exercises/service.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import { readStart, readSwap } from './input.js'
import type { StartDraft, SwapDraft, WorkoutContent, WorkoutDerived } from './models.js'
import type { WorkoutStore } from './store.js'
import { swapExercise } from './swap.js'
import type { ReadTemplate } from './template-reader.js'
import { createWorkoutContent } from './template.js'

interface Dependencies {
  recordType: RecordTypeService<WorkoutContent, WorkoutDerived>
  workouts: Pick<WorkoutStore, 'find'>
  exercises: Pick<ExerciseService, 'findMany'>
  readTemplate: ReadTemplate
}

/** Changes workouts in other ways than by saving their whole content. A command that is sent again changes nothing. */
export const workoutCommands = ({ recordType, workouts, exercises, readTemplate }: Dependencies) => ({
  /**
   * Starts a workout. A workout with the same id and start is not changed.
   * @param path of the input in the request
   * @param locale of the title and the notes that are copied from a built-in program
   * @throws AppError BAD_USER_INPUT
   */
  async start(userId: string, draft: StartDraft, path: string, locale: Locale): Promise<WriteResult> {
    const { id, startedAt, timezone, from } = readStart(draft, path)
    const write = {
      id,
      expectedVersion: null,
      fingerprint: `start ${fingerprintOf({ startedAt, timezone, from })}`,
    }
    const [row, repeated] = await Promise.all([
      workouts.find(userId, id),
      recordType.findRepeated(userId, write),
    ])
    if (row?.content?.startedAt.getTime() === startedAt.getTime()) return unchangedResult(row)
    if (repeated) return repeated
    const template = await readTemplate(userId, from, `${path}.from`, locale)
    const content = createWorkoutContent({ id, startedAt, timezone }, template)
    return recordType.save(userId, { ...write, content, path })
  },

  /** @param path of the input in the request @throws AppError BAD_USER_INPUT, NOT_FOUND */
  async swapExercise(userId: string, draft: SwapDraft, path: string): Promise<WriteResult> {
    const { workoutId, exerciseEntryId, exerciseId, expectedVersion } = readSwap(draft, path)
    const fingerprint = `swap ${exerciseEntryId} ${exerciseId}`
    const repeated = await recordType.findRepeated(userId, { id: workoutId, expectedVersion, fingerprint })
    if (repeated) return repeated
    const row = await workouts.find(userId, workoutId)
    if (!row?.content) throw notFound('workout')
    const exercisesById = await exercises.findMany(userId, [exerciseId])
    if (!exercisesById.has(exerciseId)) throw unknownExercise(`${path}.exerciseId`)
    const content = swapExercise(row.content, exerciseEntryId, exerciseId)
    if (!content)
      throw badUserInputAt(`${path}.exerciseEntryId`, 'must be the id of an entry of the workout.')
    const write = { id: workoutId, expectedVersion: expectedVersion ?? row.version, fingerprint }
    return recordType.save(userId, { ...write, content, path })
  },
})
