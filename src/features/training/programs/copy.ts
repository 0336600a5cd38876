import { derivedId } from '../../../lib/ids.js'
import type { ProgramContent, ProgramHeading, ProgramWeek } from './models.js'

/** A draft of somebody's own, made from a program that they see. Made again, it is the same. */
export function copyOf(
  { title, description, level, goal, workoutSplit }: ProgramHeading,
  weeks: readonly ProgramWeek[],
  newId: string,
): ProgramContent {
  return {
    ...{ slug: null, title, description, level, goal, workoutSplit, visibility: null, edition: null },
    weeks: weeks.map(week => ({
      ...week,
      days: week.days.map((day, dayAt) => ({
        ...day,
        // Its own identifiers: what is changed in the copy is another thing than in the original.
        exercises: day.exercises.map((planned, at) => ({
          ...planned,
          id: derivedId(`${newId}:${week.number}.${dayAt}.${at}`),
        })),
      })),
    })),
  }
}
