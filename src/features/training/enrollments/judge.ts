import { badUserInputAt } from '../../../errors.js'
import type { CourseReader } from './courses.js'
import { placeKey, type Place } from './progression/plan.js'
import { versionNumberOf } from './status.js'
import type { EnrollmentStore } from './store.js'

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'among'>
  courses: CourseReader
}

/** A day of an enrolment that a workout is for. */
export interface NamedDay extends Place {
  enrollmentId: string
}

/**
 * Reads what it takes to judge days that workouts name: those of the caller's enrolments, to train on. What was
 * trained in a version before the present one stays a day.
 * @returns judges one. @throws AppError BAD_USER_INPUT
 */
export const programDayValidator =
  ({ enrollments, courses }: Dependencies) =>
  async (userId: string, days: readonly NamedDay[]): Promise<(day: NamedDay, path: string) => void> => {
    const ids = [...new Set(days.map(({ enrollmentId }) => enrollmentId))]
    const places = new Map<string, ReadonlySet<string>>()
    for (const { id, content, derived } of ids.length > 0 ? await enrollments.among(userId, ids) : []) {
      if (!content || !derived) continue
      const numbers = [derived.enrolledVersion, versionNumberOf(content, derived)]
      const plans = await courses.plans(userId, content.programId, numbers)
      const known = [...plans.values()].flatMap(plan => [...plan.byPlace.keys()])
      places.set(id, new Set([...known, ...derived.done.map(placeKey)]))
    }
    return (day, path) => {
      const known = places.get(day.enrollmentId)
      if (!known) throw badUserInputAt(`${path}.enrollmentId`, 'must be the id of one of your enrollments.')
      if (!known.has(placeKey(day)))
        throw badUserInputAt(`${path}.day`, 'must be a training day of the program.')
    }
  }
