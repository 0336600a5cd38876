import { AppError, badUserInputAt } from '../../../errors.js'
import type { Exercise } from '../exercises/models.js'
import type { SaveWrite } from '../../owned/models.js'
import { maxProgramsPerUser, maxSetsPerUser } from './limits.js'
import type { ProgramContent } from './models.js'
import { countTrainingDays } from './outline.js'

type Known = ReadonlyMap<string, Pick<Exercise, 'source'>>

/** @throws AppError BAD_USER_INPUT for an exercise that its writer does not know */
export function demandKnown(save: SaveWrite<ProgramContent>, known: Pick<ReadonlySet<string>, 'has'>): void {
  demandEach(save, id => known.has(id), 'must be the id of an exercise of the catalogue or of your own.')
}

/** What everyone sees may name only what everyone sees. @throws AppError BAD_USER_INPUT */
export function demandOfCatalogue(save: SaveWrite<ProgramContent>, known: Known): void {
  const isOfCatalogue = (id: string) => known.get(id)?.source !== 'own'
  demandEach(
    save,
    isOfCatalogue,
    'must be the id of an exercise of the catalogue, because everyone can see the program.',
  )
}

function demandEach(
  { content, path }: SaveWrite<ProgramContent>,
  fits: (id: string) => boolean,
  problem: string,
) {
  for (const [at, { days }] of content.weeks.entries())
    for (const [dayAt, { exercises }] of days.entries())
      for (const [place, { exerciseId }] of exercises.entries())
        if (!fits(exerciseId))
          throw badUserInputAt(`${path}.weeks[${at}].days[${dayAt}].exercises[${place}].exerciseId`, problem)
}

/** @throws AppError BAD_USER_INPUT for a program that nobody could train */
export function demandTraining({ content: { weeks }, path }: SaveWrite<ProgramContent>): void {
  if (!weeks.some(week => countTrainingDays(week) > 0))
    throw badUserInputAt(`${path}.weeks`, 'must have a training day before the program can be published.')
}

/** @param programs how many there are @throws AppError CONFLICT */
export function demandRoom(programs: number): void {
  if (programs >= maxProgramsPerUser)
    throw new AppError('CONFLICT', `You already have ${maxProgramsPerUser} programs. Delete one first.`)
}

/** @param setCounts of all programs of a person @throws AppError CONFLICT */
export function demandRoomForSets(setCounts: readonly number[]): void {
  if (setCounts.reduce((sum, count) => sum + count, 0) > maxSetsPerUser)
    throw new AppError(
      'CONFLICT',
      'Your programs would have more than 100,000 planned sets in total. Shorten or delete one first.',
    )
}
