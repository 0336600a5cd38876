import { withDefaultRests } from '../../training/exercise-settings/default-rests.js'
import type { OwnedService } from '../../owned/service.js'
import { planDay } from './day-plan.js'
import type { DayPlan, NextDay, ProgramEnrollment } from './models.js'
import type { PlanReader } from './plan-reader.js'
import { dayPositionKey, type DayPosition, type Plan, type TrainingDay } from './progression/plan.js'
import { decisionsOf, firstOpenDay, nextTrainingDate, statusOf } from './status.js'

interface Dependencies {
  owned: Pick<OwnedService, 'head'>
  plans: PlanReader
  clock: () => Date
}

/** Reads the training days of enrollments with their current targets. */
export function trainingDayReader({ owned, plans, clock }: Dependencies) {
  /** Returns the enrollment with the targets for its present gym and settings, and the settings. */
  async function withConditions(enrollment: ProgramEnrollment) {
    const { ownerId, content } = enrollment
    const head = await owned.head(ownerId)
    const { derived, settings } = await plans.withCurrentConditions(
      ownerId,
      content,
      enrollment.derived,
      head,
    )
    return { enrollment: { ...enrollment, derived }, settings }
  }

  /** Several fields of an enrollment need its plan. */
  const planCache = new WeakMap<ProgramEnrollment, Promise<Plan>>()
  function planOf(enrollment: ProgramEnrollment): Promise<Plan> {
    const { ownerId, content, derived } = enrollment
    const plan = planCache.get(enrollment) ?? plans.read(ownerId, content, derived)
    planCache.set(enrollment, plan)
    return plan
  }

  /** Returns null if the enrollment is finished. */
  async function nextTrainingDay(
    enrollment: ProgramEnrollment,
  ): Promise<{ plan: Plan; day: TrainingDay } | null> {
    const { content, derived } = enrollment
    if (statusOf(content, derived) === 'FINISHED') return null
    const plan = await planOf(enrollment)
    const day = firstOpenDay(plan, derived.done, decisionsOf(content).skipped)
    return day ? { plan, day } : null
  }

  return {
    withConditions,

    nextPosition: async (enrollment: ProgramEnrollment): Promise<DayPosition | null> =>
      (await nextTrainingDay(enrollment))?.day ?? null,

    async nextDay(enrollment: ProgramEnrollment): Promise<NextDay | null> {
      const { enrollment: current, settings } = await withConditions(enrollment)
      const next = await nextTrainingDay(current)
      if (!next) return null
      const { content, derived } = current
      const date = nextTrainingDate(content, derived.lastStartedAt, clock())
      const day = planDay(next.day, next.plan, content, derived)
      return { ...withDefaultRests(day, settings), date }
    },

    /** Returns null if the program does not have the training day. */
    async dayPlan(found: ProgramEnrollment, position: DayPosition): Promise<DayPlan | null> {
      const { enrollment } = await withConditions(found)
      const plan = await planOf(enrollment)
      const day = plan.daysByPosition.get(dayPositionKey(position))
      return day ? planDay(day, plan, enrollment.content, enrollment.derived) : null
    },
  }
}
