import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { ExerciseService } from '../exercises/service.js'
import type { ProgramVersion } from '../programs/models.js'
import { exerciseIdsIn, setCountOf } from '../programs/outline.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import type { LoggedDay } from './progression/log.js'
import { planOf, type Plan } from './progression/plan.js'
import { replay, type Progress } from './progression/replay.js'
import type { Origin } from './progression/state.js'
import { decisionsOf, firstOpen, versionNumberOf } from './status.js'

/** Where published programs are read. */
export interface ProgramVersions {
  /**
   * A version as it was published, or the latest for null.
   * @throws AppError NOT_FOUND where there is none that the person may see, or had enrolled in; BAD_USER_INPUT for the
   * latest of one's own that is not published
   */
  version(userId: string, programId: string, number: number | null): Promise<ProgramVersion>
}

/** So many sets are planned with others waiting, and then they have their turn. */
const plannedAtOnce = 1000

interface Dependencies {
  programs: ProgramVersions
  exercises: Pick<ExerciseService, 'known'>
}

/** What an enrolment comes to; what of it is known already stays as it is. */
export type Position = Pick<
  EnrollmentDerived,
  'states' | 'passedWeek' | 'done' | 'lastStartedAt' | 'isCompleted'
>

type Begun = Pick<EnrollmentDerived, 'enrolledVersion' | 'maxima' | 'inherited'>

/** Programs as somebody trains them. */
export function courseReader({ programs, exercises }: Dependencies) {
  async function plans(
    userId: string,
    programId: string,
    numbers: Iterable<number>,
  ): Promise<Map<number, Plan>> {
    const versions: ProgramVersion[] = []
    for (const number of new Set(numbers)) versions.push(await programs.version(userId, programId, number))
    const known = await exercises.known(
      userId,
      versions.flatMap(({ weeks }) => exerciseIdsIn(weeks)),
    )
    const types = new Map([...known].map(([id, { trackingType }]) => [id, trackingType]))
    const all = new Map<number, Plan>()
    let sets = 0
    for (const version of versions) {
      sets += setCountOf(version.weeks)
      all.set(version.number, planOf(version, types))
      if (sets < plannedAtOnce || all.size === versions.length) continue
      await yieldToEventLoop()
      sets = 0
    }
    return all
  }

  return {
    /** The plan that is followed from now on. */
    async plan(userId: string, content: EnrollmentContent, derived: Begun): Promise<Plan> {
      const number = versionNumberOf(content, derived)
      return demanded((await plans(userId, content.programId, [number])).get(number))
    },

    plans,

    /** @param days those that count, in their order */
    async position(
      userId: string,
      content: EnrollmentContent,
      derived: Begun,
      days: readonly LoggedDay[],
    ): Promise<Position> {
      const current = versionNumberOf(content, derived)
      const known = await plans(userId, content.programId, [current, ...days.map(day => day.version)])
      const { skipped, adjustments } = decisionsOf(content)
      const course = { plans: known, origin: originOf(content, derived), adjustments }
      const { states, passedWeek } = replay(course, days)
      const done = days.map(({ week, day }) => ({ week, day }))
      return {
        states: [...states].map(([track, state]) => ({ track, ...state })),
        ...{ passedWeek, done },
        lastStartedAt: days.at(-1)?.startedAt ?? null,
        isCompleted: firstOpen(demanded(known.get(current)), done, skipped) === undefined,
      }
    },
  }
}

export type CourseReader = ReturnType<typeof courseReader>

export const originOf = (
  { startingLoads }: Pick<EnrollmentContent, 'startingLoads'>,
  { maxima, inherited }: Pick<EnrollmentDerived, 'maxima' | 'inherited'>,
): Origin => ({
  starting: new Map(startingLoads.map(({ exerciseId, load }) => [exerciseId, load])),
  maxima: new Map(maxima.map(({ exerciseId, load }) => [exerciseId, load])),
  inherited: new Map(inherited.map(({ track, ...left }) => [track, left])),
})

export const progressOf = ({
  states,
  passedWeek,
}: Pick<EnrollmentDerived, 'states' | 'passedWeek'>): Progress => ({
  states: new Map(states.map(({ track, ...state }) => [track, state])),
  passedWeek,
})

function demanded<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a version of a program was asked for and did not come')
  return value
}
