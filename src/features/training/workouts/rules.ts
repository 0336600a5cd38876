import { badUserInputAt } from '../../../errors.js'
import { days } from '../../../lib/quantities.js'
import type { Exercise } from '../exercises/models.js'
import { unknownExercise } from '../exercises/unknown-exercise.js'
import type { SaveWrite } from '../../owned/models.js'
import type { WorkoutContent } from './models.js'

const maxAgeYears = 60
/** Allows for clocks that are ahead, and for time zones in which a day begins earlier. */
const futureTolerance = 1 * days

/** The earliest and the latest time at which a workout may start. */
export function startBounds(now: Date): { earliest: Date; latest: Date } {
  const earliest = new Date(now)
  earliest.setUTCFullYear(now.getUTCFullYear() - maxAgeYears)
  return { earliest, latest: new Date(now.getTime() + futureTolerance) }
}

/** Checks the rules that depend on the current time. @throws AppError BAD_USER_INPUT */
export function assertTimesInRange({ content, path }: SaveWrite<WorkoutContent>, now: Date): void {
  const { earliest, latest } = startBounds(now)
  if (content.startedAt < earliest)
    throw badUserInputAt(`${path}.startedAt`, `must be at most ${maxAgeYears} years ago.`)

  function assertNotLater(time: Date | null, timePath: () => string) {
    if (time && time > latest) throw badUserInputAt(timePath(), 'must be at most one day in the future.')
  }
  assertNotLater(content.startedAt, () => `${path}.startedAt`)
  assertNotLater(content.endedAt, () => `${path}.endedAt`)
  for (const [entryIndex, { sets }] of content.exercises.entries())
    for (const [setIndex, { completedAt }] of sets.entries())
      assertNotLater(completedAt, () => `${path}.exercises[${entryIndex}].sets[${setIndex}].completedAt`)
}

/** @throws AppError BAD_USER_INPUT for an exercise that does not exist or belongs to another user */
export function assertKnownExercises(
  { content, path }: SaveWrite<WorkoutContent>,
  exercisesById: ReadonlyMap<string, Exercise>,
): void {
  for (const [index, { exerciseId }] of content.exercises.entries())
    if (!exercisesById.has(exerciseId)) throw unknownExercise(`${path}.exercises[${index}].exerciseId`)
}
