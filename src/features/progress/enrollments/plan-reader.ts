import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { Head } from '../../owned/models.js'
import type { ExerciseSettings } from '../../training/exercise-settings/models.js'
import type { ExerciseSettingsService } from '../../training/exercise-settings/service.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { exerciseIdsOf, countSets } from '../../training/programs/weeks-summary.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import type { LoggedDay } from './progression/log.js'
import type { LoadingConditionsReader } from './loading-conditions.js'
import { createPlan, type Plan, type PlanContext } from './progression/plan.js'
import { convertStates, replay, type Period, type Progress } from './progression/replay.js'
import type { InitialLoads, TrackStates } from './progression/state.js'
import type { LoadingConditions } from './progression/weights.js'
import { decisionsOf, firstOpenDay, unitOf, versionNumberOf } from './status.js'

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
  exerciseSettings: Pick<ExerciseSettingsService, 'findMany' | 'loadMany'>
  readConditions: LoadingConditionsReader
}

type PlannedDerived = Pick<EnrollmentDerived, 'enrolledVersion' | 'periods'>

/** An enrollment with its conditions of loading. */
interface EnrollmentConditions {
  content: EnrollmentContent
  derived: Pick<EnrollmentDerived, 'periods'>
}

type ReplayedDerived = InitialDerived & Pick<EnrollmentDerived, 'periods'>

/** The derived data that follows from the trained days. */
type TrainingProgress = Pick<
  EnrollmentDerived,
  'periods' | 'states' | 'passedWeek' | 'done' | 'lastStartedAt' | 'isCompleted'
>

/** The derived data that is determined on enrollment and on an upgrade. */
export type InitialDerived = Pick<EnrollmentDerived, 'enrolledVersion' | 'maxima' | 'inherited'>

export function planReader({ programs, exercises, exerciseSettings, readConditions }: Dependencies) {
  async function readVersions(userId: string, programId: string, numbers: Iterable<number>) {
    const versions: ProgramVersion[] = []
    for (const number of new Set(numbers)) versions.push(await programs.version(userId, programId, number))
    const exercisesById = await exercises.findMany(
      userId,
      versions.flatMap(({ weeks }) => exerciseIdsOf(weeks)),
    )
    return { versions, exercises: exercisesById }
  }

  async function createPlans(
    versions: readonly ProgramVersion[],
    context: PlanContext,
  ): Promise<Map<number, Plan>> {
    const byNumber = new Map<number, Plan>()
    let sets = 0
    for (const version of versions) {
      sets += countSets(version.weeks)
      byNumber.set(version.number, createPlan(version, context))
      if (sets < maxSetsPerTurn || byNumber.size === versions.length) continue
      await yieldToEventLoop()
      sets = 0
    }
    return byNumber
  }

  /** Reads plans of an enrollment under its latest conditions, by their version numbers. */
  async function plans(
    userId: string,
    { content, derived }: EnrollmentConditions,
    numbers: Iterable<number>,
  ): Promise<Map<number, Plan>> {
    const { versions, exercises } = await readVersions(userId, content.programId, numbers)
    return createPlans(versions, { exercises, conditions: latestConditions(content, derived) })
  }

  /** Reads the plan of the version that the enrollment currently follows, under its latest conditions. */
  async function plan(userId: string, content: EnrollmentContent, derived: PlannedDerived): Promise<Plan> {
    const number = versionNumberOf(content, derived)
    return required((await plans(userId, { content, derived }, [number])).get(number))
  }

  return {
    plan,
    plans,

    /**
     * Applies a change of the conditions of loading since the last write to the derived data.
     * @returns also the user's settings for exercises of the program
     */
    async withCurrentConditions(
      userId: string,
      content: EnrollmentContent,
      derived: EnrollmentDerived,
      head: Pick<Head, 'counts'>,
    ): Promise<{ derived: EnrollmentDerived; settings: readonly ExerciseSettings[] }> {
      const version = await programs.version(userId, content.programId, versionNumberOf(content, derived))
      const settings = await exerciseSettings.loadMany(userId, exerciseIdsOf(version.weeks), head)
      const periods = await readConditions(userId, content, derived, settings)
      if (periods === derived.periods) return { derived, settings }
      const current = { ...derived, periods }
      const before = await plan(userId, content, derived)
      const after = await plan(userId, content, current)
      const { states } = progressOf(derived)
      const converted = convertStates(states, before, after, initialLoadsOf(content, derived))
      return { derived: { ...current, states: statesList(converted) }, settings }
    },

    /** @param days the counted days, in chronological order */
    async progress(
      userId: string,
      content: EnrollmentContent,
      derived: ReplayedDerived,
      days: readonly LoggedDay[],
      head: Pick<Head, 'counts'>,
    ): Promise<TrainingProgress> {
      const current = versionNumberOf(content, derived)
      const numbers = [current, ...days.map(day => day.version)]
      const { versions, exercises } = await readVersions(userId, content.programId, numbers)
      const lastStartedAt = days.at(-1)?.startedAt ?? null
      const { weeks } = required(versions.find(({ number }) => number === current))
      const known = { periods: derived.periods, lastStartedAt }
      const settings = await exerciseSettings.findMany(userId, exerciseIdsOf(weeks), head)
      const periods = await readConditions(userId, content, known, settings)
      const plannedPeriods: Period[] = []
      for (const { since, ...conditions } of periods) {
        // The weights of a gym can take ten milliseconds.
        if (plannedPeriods.length > 0) await yieldToEventLoop()
        plannedPeriods.push({ since, plans: await createPlans(versions, { exercises, conditions }) })
      }
      const { skipped, adjustments } = decisionsOf(content)
      const initialLoads = initialLoadsOf(content, derived)
      const input = { periods: plannedPeriods, version: current, initialLoads, adjustments }
      const { states, passedWeek } = replay(input, days)
      const done = days.map(({ week, day }) => ({ week, day }))
      const plan = required(plannedPeriods.at(-1)?.plans.get(current))
      return {
        periods,
        states: statesList(states),
        passedWeek,
        done,
        lastStartedAt,
        isCompleted: firstOpenDay(plan, done, skipped) === undefined,
      }
    },
  }
}

/** The conditions of the last period. */
const latestConditions = (
  content: Pick<EnrollmentContent, 'unit' | 'decisions'>,
  { periods }: Pick<EnrollmentDerived, 'periods'>,
): LoadingConditions => periods.at(-1) ?? { unit: unitOf(content), equipment: null, increments: [] }

const statesList = (states: TrackStates): EnrollmentDerived['states'] =>
  [...states].map(([track, state]) => ({ track, ...state }))

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
