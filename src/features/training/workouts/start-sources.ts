import type { Locale } from '../../../lib/locales.js'
import type { WorkoutProgramDay } from './models.js'
import type { PlannedDay, PlannedRoutine } from './template.js'

/** Validates the program day of a workout. @throws AppError BAD_USER_INPUT */
type ProgramDayValidator = (day: WorkoutProgramDay, path: string) => void

/** Reads the program days to which workouts refer. A later feature provides it. */
export interface ProgramDays {
  /** Reads, in a constant number of commands, the data for validating the days. */
  validator(userId: string, days: readonly WorkoutProgramDay[]): Promise<ProgramDayValidator>
  /** The planned sets of a day with their current targets; null if there is no such training day. */
  plan(userId: string, day: WorkoutProgramDay, locale: Locale): Promise<PlannedDay | null>
}

/** Reads the routines that workouts start from. A later feature provides it. */
export interface Routines {
  /** The planned sets of a routine of the user; null if it does not exist. */
  plan(userId: string, routineId: string): Promise<PlannedRoutine | null>
}
