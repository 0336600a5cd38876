import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { exerciseIdsOf, countSets } from '../../training/programs/weeks-summary.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import type { LoggedDay } from './progression/log.js'
import { createPlan, type Plan } from './progression/plan.js'
import { replay, type Progress } from './progression/replay.js'
import type { InitialLoads } from './progression/state.js'
import { decisionsOf, firstOpenDay, versionNumberOf } from './status.js'

export interface ProgramVersions {
  /**
   * Reads a published version of a program.
   * @param number null for the latest version
   * @throws AppError NOT_FOUND if there is no version that the user may see or is enrolled in; BAD_USER_INPUT if the
   * latest version is requested of an unpublished program of the user
   */
  version(userId: string, programId: string, number: number | null): Promise<ProgramVersion>
}

/** The number of sets that are planned before yielding to the event loop. */
const maxSetsPerTurn = 1000

interface Dependencies {
  programs: ProgramVersions
  exercises: Pick<ExerciseService, 'findMany'>
}

/** The derived data that follows from the trained days. */
export type TrainingProgress = Pick<
  EnrollmentDerived,
  'states' | 'passedWeek' | 'done' | 'lastStartedAt' | 'isCompleted'
>

/** The derived data that is determined on enrollment and on an upgrade. */
export type InitialDerived = Pick<EnrollmentDerived, 'enrolledVersion' | 'maxima' | 'inherited'>

export function planReader({ programs, exercises }: Dependencies) {
  async function plans(
    userId: string,
    programId: string,
    numbers: Iterable<number>,
  ): Promise<Map<number, Plan>> {
    const versions: ProgramVersion[] = []
    for (const number of new Set(numbers)) versions.push(await programs.version(userId, programId, number))
    const exercisesById = await exercises.findMany(
      userId,
      versions.flatMap(({ weeks }) => exerciseIdsOf(weeks)),
    )
    const types = new Map([...exercisesById].map(([id, { trackingType }]) => [id, trackingType]))
    const byNumber = new Map<number, Plan>()
    let sets = 0
    for (const version of versions) {
      sets += countSets(version.weeks)
      byNumber.set(version.number, createPlan(version, types))
      if (sets < maxSetsPerTurn || byNumber.size === versions.length) continue
      await yieldToEventLoop()
      sets = 0
    }
    return byNumber
  }

  return {
    /** Reads the plan of the version that the enrollment currently follows. */
    async plan(userId: string, content: EnrollmentContent, derived: InitialDerived): Promise<Plan> {
      const number = versionNumberOf(content, derived)
      return required((await plans(userId, content.programId, [number])).get(number))
    },

    plans,

    /** @param days the counted days, in chronological order */
    async progress(
      userId: string,
      content: EnrollmentContent,
      derived: InitialDerived,
      days: readonly LoggedDay[],
    ): Promise<TrainingProgress> {
      const current = versionNumberOf(content, derived)
      const byVersion = await plans(userId, content.programId, [current, ...days.map(day => day.version)])
      const { skipped, adjustments } = decisionsOf(content)
      const initialLoads = initialLoadsOf(content, derived)
      const { states, passedWeek } = replay({ plans: byVersion, initialLoads, adjustments }, days)
      const done = days.map(({ week, day }) => ({ week, day }))
      return {
        states: [...states].map(([track, state]) => ({ track, ...state })),
        passedWeek,
        done,
        lastStartedAt: days.at(-1)?.startedAt ?? null,
        isCompleted: firstOpenDay(required(byVersion.get(current)), done, skipped) === undefined,
      }
    },
  }
}

export type PlanReader = ReturnType<typeof planReader>

export const initialLoadsOf = (
  { startingLoads }: Pick<EnrollmentContent, 'startingLoads'>,
  { maxima, inherited }: Pick<EnrollmentDerived, 'maxima' | 'inherited'>,
): InitialLoads => ({
  starting: new Map(startingLoads.map(({ exerciseId, load }) => [exerciseId, load])),
  maxima: new Map(maxima.map(({ exerciseId, load }) => [exerciseId, load])),
  inherited: new Map(inherited.map(({ track, ...state }) => [track, state])),
})

export const progressOf = ({
  states,
  passedWeek,
}: Pick<EnrollmentDerived, 'states' | 'passedWeek'>): Progress => ({
  states: new Map(states.map(({ track, ...state }) => [track, state])),
  passedWeek,
})

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a requested program version is missing')
  return value
}
