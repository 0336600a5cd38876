import { badUserInputAt } from '../../../errors.js'
import { days } from '../../../lib/quantities.js'
import type { Exercise } from '../exercises/models.js'
import type { SaveWrite } from '../../owned/models.js'
import type { WorkoutContent } from './models.js'

const yearsBack = 60
/** For clocks that are ahead and days that begin earlier elsewhere. */
const ahead = 1 * days

/** The moments between which a workout may start. */
export function startBounds(now: Date): { earliest: Date; latest: Date } {
  const earliest = new Date(now)
  earliest.setUTCFullYear(now.getUTCFullYear() - yearsBack)
  return { earliest, latest: new Date(now.getTime() + ahead) }
}

/** What is judged when a workout is written, because it moves with time. @throws AppError BAD_USER_INPUT */
export function demandTimely({ content, path }: SaveWrite<WorkoutContent>, now: Date): void {
  const { earliest, latest } = startBounds(now)
  if (content.startedAt < earliest)
    throw badUserInputAt(`${path}.startedAt`, `must be at most ${yearsBack} years ago.`)

  function demand(moment: Date | null, at: () => string) {
    if (moment && moment > latest) throw badUserInputAt(at(), 'must be at most one day in the future.')
  }
  demand(content.startedAt, () => `${path}.startedAt`)
  demand(content.endedAt, () => `${path}.endedAt`)
  for (const [at, { sets }] of content.exercises.entries())
    for (const [place, { completedAt }] of sets.entries())
      demand(completedAt, () => `${path}.exercises[${at}].sets[${place}].completedAt`)
}

/** @throws AppError BAD_USER_INPUT for an exercise that the person cannot name */
export function demandKnown(
  { content, path }: SaveWrite<WorkoutContent>,
  known: ReadonlyMap<string, Exercise>,
): void {
  for (const [at, { exerciseId }] of content.exercises.entries())
    if (!known.has(exerciseId)) throw unknownExercise(`${path}.exercises[${at}].exerciseId`)
}

export const unknownExercise = (path: string) =>
  badUserInputAt(path, 'must be the id of an exercise of the catalogue or of your own.')
