import { batchByOwner } from '../../../lib/batch-by-owner.js'
import { dateOfDayNumber, mondayOf } from '../../../lib/calendar.js'
import { localTime } from '../../../lib/local-time.js'
import type { OwnedService } from '../../owned/service.js'
import type { WorkoutService } from '../../training/workouts/service.js'
import { dayOf } from '../analytics/packed-workout.js'
import type { TrainingHistory } from '../analytics/training-history.js'
import { dayRange } from './evaluation.js'
import type { GoalContent } from './models.js'

export interface SessionCounterDependencies {
  owned: Pick<OwnedService, 'head'>
  history: TrainingHistory
  workouts: Pick<WorkoutService, 'latestTimezone'>
  clock: () => Date
}

interface CurrentWeek {
  /** A day number. */
  monday: number
  sessions: number
}

/** Counts the completed workouts of the current week for goals of sessions per week. */
export function sessionCounter({ owned, history, workouts, clock }: SessionCounterDependencies) {
  /** The week begins in the time zone of the latest workout, because the days of workouts are those of their time zones. */
  async function countCurrentWeek(userId: string): Promise<CurrentWeek> {
    const timezone = (await workouts.latestTimezone(userId)) ?? 'UTC'
    const monday = mondayOf(localTime(timezone).dayAt(clock()))
    const yearOf = (day: number) => Number(dateOfDayNumber(day).slice(0, 4))
    const years = { head: await owned.head(userId), from: yearOf(monday - 1), to: yearOf(monday + 7) }
    let sessions = 0
    await history.visit(userId, years, ({ text }) => {
      if (mondayOf(dayOf(text)) === monday) sessions++
    })
    return { monday, sessions }
  }

  /** The goals of one request share the read. */
  const currentWeekOf = batchByOwner(
    async userId => [{ key: 'current', ...(await countCurrentWeek(userId)) }],
    ({ key }) => key,
  )

  return {
    /** Returns null if the current week is not in the period of the goal. */
    async sessionsThisWeek(userId: string, goal: GoalContent): Promise<number | null> {
      const { first, last } = dayRange(goal)
      const [week] = await currentWeekOf(userId, 'current')
      return week && week.monday >= first && week.monday <= last ? week.sessions : null
    },
  }
}
