import { batchByOwner } from '../../../lib/batch-by-owner.js'
import { dateOfDayNumber, dayNumberOf, mondayOf } from '../../../lib/calendar.js'
import type { OwnedService } from '../../owned/service.js'
import { dayOf } from '../analytics/packed-workout.js'
import type { TrainingHistory } from '../analytics/training-history.js'
import { dayRange } from './evaluation.js'
import type { GoalContent } from './models.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  history: TrainingHistory
  clock: () => Date
}

/** Counts the completed workouts of the current week for goals of sessions per week. */
export function sessionCounter({ owned, history, clock }: Dependencies) {
  /** The Monday of the current week in UTC, as a day number. */
  const currentMonday = () => mondayOf(dayNumberOf(clock().toISOString().slice(0, 10)))

  async function count(userId: string): Promise<number> {
    const monday = currentMonday()
    const yearOf = (day: number) => Number(dateOfDayNumber(day).slice(0, 4))
    const years = { head: await owned.head(userId), from: yearOf(monday - 1), to: yearOf(monday + 7) }
    let sessions = 0
    await history.visit(userId, years, ({ text }) => {
      if (mondayOf(dayOf(text)) === monday) sessions++
    })
    return sessions
  }

  /** The goals of one request share the read. */
  const countOnce = batchByOwner(
    async userId => [{ week: 'current', sessions: await count(userId) }],
    ({ week }) => week,
  )

  return {
    /** Returns null if the current week is not in the period of the goal. */
    async sessionsThisWeek(userId: string, goal: GoalContent): Promise<number | null> {
      const { first, last } = dayRange(goal)
      const monday = currentMonday()
      if (monday < first || monday > last) return null
      const [current] = await countOnce(userId, 'current')
      return current?.sessions ?? 0
    },
  }
}
