import { badUserInputAt } from '../../../errors.js'
import { inputReader } from '../../../lib/input-reader.js'
import type { CustomExerciseService } from '../../training/exercises/custom/service.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import { unknownExercise } from '../../training/exercises/unknown-exercise.js'
import type { ProgramService } from '../../training/programs/service.js'
import { assertSaved, recordMerger, type RecordMergerDependencies } from './record-merger.js'
import { replaceExercise } from './replace-exercise.js'
import type { ExerciseMergeStore, Merge } from './store.js'

interface Dependencies extends RecordMergerDependencies {
  merges: ExerciseMergeStore
  exercises: Pick<ExerciseService, 'findMany'> & { custom: CustomExerciseService }
  programs: Pick<ProgramService, 'withReplacedVersions'>
  clock: () => Date
}

/** Merges an exercise of a user's own into another exercise. */
export function exerciseMergeService(dependencies: Dependencies) {
  const { merges, exercises, programs, clock } = dependencies
  const mergeRecords = recordMerger(dependencies)

  /** @throws AppError BAD_USER_INPUT, CONFLICT */
  async function assertCanMerge(userId: string, { fromId, intoId }: Merge): Promise<void> {
    const found = await exercises.findMany(userId, [fromId, intoId])
    const [from, into] = [found.get(fromId), found.get(intoId)]
    if (from?.source !== 'own' || from.isDeleted)
      throw badUserInputAt('input.fromId', 'must be the id of one of your custom exercises.')
    if (!into || into.isDeleted) throw unknownExercise('input.intoId')
    if (fromId === intoId) throw badUserInputAt('input.intoId', 'must not be the same exercise.')
    if (from.trackingType !== into.trackingType)
      throw badUserInputAt(
        'input.intoId',
        `must be an exercise with the tracking type ${from.trackingType}, like the merged one.`,
      )
  }

  /** @returns whether it was done already @throws AppError BAD_USER_INPUT, CONFLICT */
  async function isDone(userId: string, request: Merge): Promise<boolean> {
    const earlier = await merges.find(userId, request.id)
    if (!earlier) {
      await assertCanMerge(userId, request)
      return false
    }
    if (earlier.fromId === request.fromId && earlier.intoId === request.intoId) return true
    throw badUserInputAt('input.id', 'is the id of another merge.')
  }

  async function merge(userId: string, request: Merge): Promise<void> {
    // A concurrent request may have done it.
    if (await isDone(userId, request)) return
    await mergeRecords(userId, request)
    assertSaved([await exercises.custom.remove(userId, { id: request.fromId, expectedVersion: null })])
    await merges.insert(userId, request, clock())
  }

  return {
    /**
     * Replaces an exercise in everything that names it, and deletes it. All or nothing; a repeated request changes nothing.
     * @returns the exercise that remains
     * @throws AppError BAD_USER_INPUT, CONFLICT
     */
    async merge(
      userId: string,
      input: { id: string; fromId: string; intoId: string },
    ): Promise<Exercise | null> {
      const reader = inputReader(input, 'input')
      const request = { id: reader.id('id'), fromId: reader.id('fromId'), intoId: reader.id('intoId') }
      const { fromId, intoId } = request
      if (!(await isDone(userId, request)))
        await programs.withReplacedVersions(
          userId,
          weeks => replaceExercise(weeks, fromId, intoId),
          () => merge(userId, request),
        )
      return (await exercises.findMany(userId, [intoId])).get(intoId) ?? null
    },
  }
}
