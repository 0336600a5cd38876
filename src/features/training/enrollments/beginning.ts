import type { Load, WeightUnit } from '../../../lib/units.js'
import type { ExerciseService } from '../exercises/service.js'
import type { ProgramVersion } from '../programs/models.js'
import { originOf, progressOf, type CourseReader } from './courses.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { statesFor } from './progression/replay.js'
import type { Inherited } from './progression/state.js'
import { decisionsOf, firstOpen } from './status.js'
import type { EnrollmentStore } from './store.js'

interface StandingRecord {
  exerciseId: string
  type: string
  value: number
  unit: string
}

/** What stands of a person's records. */
export interface StandingRecords {
  /** In some exercises, as the transaction of the caller sees it. */
  standingAmong(userId: string, exerciseIds: readonly string[]): Promise<StandingRecord[]>
}

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'latestIn'>
  records: StandingRecords
  exercises: Pick<ExerciseService, 'known'>
  courses: CourseReader
}

/** What an enrolment begins with, where its owner does not say it. */
export function beginnings({ enrollments, records, exercises, courses }: Dependencies) {
  /** What the loads of PERCENT are parts of. With the body's weight a record is no load that could be put on. */
  async function maxima(
    userId: string,
    version: ProgramVersion,
    { startingLoads }: EnrollmentContent,
    known: EnrollmentDerived['maxima'],
  ): Promise<EnrollmentDerived['maxima']> {
    const given = new Set([...startingLoads, ...known].map(({ exerciseId }) => exerciseId))
    const wanted = [...new Set(percentExercises(version))].filter(id => !given.has(id))
    if (wanted.length === 0) return known
    const described = await exercises.known(userId, wanted)
    const weighed = wanted.filter(id => described.get(id)?.trackingType === 'WEIGHT_REPS')
    if (weighed.length === 0) return known
    const found = await records.standingAmong(userId, weighed)
    const best = found.filter(({ type }) => type === 'ONE_RM')
    return [...known, ...best.map(record => ({ exerciseId: record.exerciseId, load: loadOf(record) }))]
  }

  /** What the enrolment before it in the program ended with: given, trained or set by hand. */
  async function inherited(
    userId: string,
    { programId, number }: ProgramVersion,
  ): Promise<EnrollmentDerived['inherited']> {
    const last = await enrollments.latestIn(userId, programId)
    if (!last?.content || !last.derived) return []
    const left = await leftBy(userId, last.content, last.derived)
    const plan = (await courses.plans(userId, programId, [number])).get(number)
    // What is not trained any more would be handed on for ever.
    return [...left].flatMap(([track, loads]) => (plan?.tracks.has(track) ? [{ track, ...loads }] : []))
  }

  async function leftBy(userId: string, content: EnrollmentContent, derived: EnrollmentDerived) {
    const plan = await courses.plan(userId, content, derived)
    const { starting, inherited } = originOf(content, derived)
    const left = new Map<string, Inherited>(inherited)
    const leave = (track: string, { load, maximum, targetReps }: Inherited) => {
      const before = left.get(track)
      left.set(track, {
        load: load ?? before?.load ?? null,
        maximum: maximum ?? before?.maximum ?? null,
        targetReps: targetReps ?? before?.targetReps ?? null,
      })
    }
    for (const { id, exerciseId } of plan.tracks.values()) {
      const load = starting.get(exerciseId)
      if (load) leave(id, { load, maximum: load, targetReps: null })
    }
    // A deload week that is over has had its effect, also at the end.
    const week = firstOpen(plan, derived.done, decisionsOf(content).skipped)?.week ?? Infinity
    for (const [id, state] of statesFor(progressOf(derived), plan, { week })) leave(id, state)
    return left
  }

  return { maxima, inherited }
}

const percentExercises = ({ weeks }: ProgramVersion): string[] =>
  weeks.flatMap(week =>
    week.days.flatMap(day =>
      day.exercises.flatMap(({ exerciseId, progression }) =>
        progression?.type === 'PERCENT' ? [exerciseId] : [],
      ),
    ),
  )

/** Records of one repetition are in a unit of weight. */
const loadOf = ({ value, unit }: { value: number; unit: string }): Load => ({
  value,
  unit: unit as WeightUnit,
})
export type Beginnings = ReturnType<typeof beginnings>
