import type { Locale } from '../../../lib/locales.js'
import type { WorkoutProgramDay } from './models.js'
import type { PlannedDay } from './start.js'

/** Checks a program day that a workout names. @throws AppError BAD_USER_INPUT */
export type ProgramDayValidator = (day: WorkoutProgramDay, path: string) => void

/** Knows the program days that workouts name. A later feature provides it. */
export interface ProgramDays {
  /** Reads, in a constant number of commands, what the validation of some days needs. */
  validator(userId: string, days: readonly WorkoutProgramDay[]): Promise<ProgramDayValidator>
  /** The planned sets of a day with their present targets; null if there is no such day to train on. */
  plan(userId: string, day: WorkoutProgramDay, locale: Locale): Promise<PlannedDay | null>
}

export function programDayProvider() {
  let provider: ProgramDays | undefined
  function provided(): ProgramDays {
    if (!provider) throw new Error('no feature provides program days')
    return provider
  }
  return {
    provide(days: ProgramDays): void {
      provider = days
    },
    validator: (userId: string, days: readonly WorkoutProgramDay[]) => provided().validator(userId, days),
    plan: (userId: string, day: WorkoutProgramDay, locale: Locale) => provided().plan(userId, day, locale),
  }
}
