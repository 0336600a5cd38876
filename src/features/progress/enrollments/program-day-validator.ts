import { badUserInputAt } from '../../../errors.js'
import type { PlanReader } from './plan-reader.js'
import { dayPositionKey, type DayPosition } from './progression/plan.js'
import { versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'findMany'>
  plans: PlanReader
}

interface ProgramDay extends DayPosition {
  enrollmentId: string
}

/**
 * Reads the enrollments that workouts refer to. Days that were trained in an earlier version of the program stay valid.
 * @returns a function that validates one day. @throws AppError BAD_USER_INPUT
 */
export const programDayValidator =
  ({ enrollments, plans }: Dependencies) =>
  async (userId: string, days: readonly ProgramDay[]): Promise<(day: ProgramDay, path: string) => void> => {
    const ids = [...new Set(days.map(({ enrollmentId }) => enrollmentId))]
    const daysByEnrollment = new Map<string, ReadonlySet<string>>()
    for (const { id, content, derived } of ids.length > 0 ? await enrollments.findMany(userId, ids) : []) {
      if (!content || !derived) continue
      const numbers = [derived.enrolledVersion, versionNumberOf(content, derived)]
      const byVersion = await plans.readVersions(userId, { content, derived }, numbers)
      const planned = [...byVersion.values()].flatMap(plan => [...plan.daysByPosition.keys()])
      daysByEnrollment.set(id, new Set([...planned, ...derived.done.map(dayPositionKey)]))
    }
    return (day, path) => {
      const existing = daysByEnrollment.get(day.enrollmentId)
      if (!existing)
        throw badUserInputAt(`${path}.enrollmentId`, 'must be the id of one of your enrollments.')
      if (!existing.has(dayPositionKey(day)))
        throw badUserInputAt(`${path}.day`, 'must be a training day of the program.')
    }
  }
