import { derivedId } from '../../../lib/ids.js'
import type { ProgramContent, ProgramHeading, ProgramWeek } from './models.js'

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
