import { AppError, badUserInputAt } from '../../../errors.js'
import type { Exercise } from '../exercises/models.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import type { SaveWrite } from '../../owned/models.js'
import { maxProgramsPerUser, maxSetsPerUser } from './limits.js'
import type { ProgramContent } from './models.js'
import { countTrainingDays } from './weeks-summary.js'

type ExistingIds = ReadonlyMap<string, Pick<Exercise, 'source'>>

/** @throws AppError BAD_USER_INPUT for an exercise that is neither in the catalogue nor the user's own */
export function assertKnownExercises(
  save: SaveWrite<ProgramContent>,
  existingIds: Pick<ReadonlySet<string>, 'has'>,
): void {
  assertEachExerciseId(save, id => existingIds.has(id), unknownExercise)
}

/** A public program must not use custom exercises, which only their owner can see. @throws AppError BAD_USER_INPUT */
export function assertCatalogueExercises(save: SaveWrite<ProgramContent>, existingIds: ExistingIds): void {
  assertEachExerciseId(
    save,
    id => existingIds.get(id)?.source !== 'own',
    path =>
      badUserInputAt(
        path,
        'must be the id of an exercise of the catalogue, because everyone can see the program.',
      ),
  )
}

function assertEachExerciseId(
  { content, path }: SaveWrite<ProgramContent>,
  isValid: (id: string) => boolean,
  errorAt: (path: string) => AppError,
) {
  for (const [week, { days }] of content.weeks.entries())
    for (const [day, { exercises }] of days.entries())
      for (const [index, { exerciseId, progression }] of exercises.entries()) {
        const entry = `${path}.weeks[${week}].days[${day}].exercises[${index}]`
        if (!isValid(exerciseId)) throw errorAt(`${entry}.exerciseId`)
        const harderId = progression?.harderExerciseId
        if (harderId && !isValid(harderId)) throw errorAt(`${entry}.progression.harderExerciseId`)
      }
}

/** @throws AppError BAD_USER_INPUT for a program without a training day */
export function assertTrainingDay({ content: { weeks }, path }: SaveWrite<ProgramContent>): void {
  if (!weeks.some(week => countTrainingDays(week) > 0))
    throw badUserInputAt(`${path}.weeks`, 'must have a training day before the program can be published.')
}

/** @throws AppError CONFLICT if the user has the maximum number of programs */
export function assertProgramLimit(programCount: number): void {
  if (programCount >= maxProgramsPerUser)
    throw new AppError('CONFLICT', `You already have ${maxProgramsPerUser} programs. Delete one first.`)
}

/** @param setCounts the number of sets of each of the user's programs @throws AppError CONFLICT */
export function assertSetLimit(setCounts: readonly number[]): void {
  if (setCounts.reduce((sum, count) => sum + count, 0) > maxSetsPerUser)
    throw new AppError(
      'CONFLICT',
      'Your programs would have more than 100,000 planned sets in total. Shorten or delete one first.',
    )
}
