import { derivedId } from '../../../lib/ids.js'
import type { PlannedExercise, ProgramContent, ProgramHeading, ProgramWeek } from './models.js'

/** Creates the content of a draft from another program. The result is the same for the same `newId`. */
export function copyProgram(
  { title, description, level, goal, workoutSplit }: ProgramHeading,
  weeks: readonly ProgramWeek[],
  newId: string,
): ProgramContent {
  return {
    slug: null,
    title,
    description,
    level,
    goal,
    workoutSplit,
    visibility: null,
    edition: null,
    weeks: weeks.map(week => ({
      ...week,
      days: week.days.map((day, dayIndex) => ({
        ...day,
        exercises: day.exercises.map((planned, index) => ({
          ...planned,
          id: derivedId(`${newId}:${week.number}.${dayIndex}.${index}`),
        })),
      })),
    })),
  }
}

/** Replaces the ids of the exercises of an entry. */
export function withExerciseIds(
  planned: PlannedExercise,
  idOf: (exerciseId: string) => string,
): PlannedExercise {
  const { exerciseId, progression } = planned
  const harderExerciseId = progression?.harderExerciseId ? idOf(progression.harderExerciseId) : null
  return {
    ...planned,
    exerciseId: idOf(exerciseId),
    progression: progression && { ...progression, harderExerciseId },
  }
}
