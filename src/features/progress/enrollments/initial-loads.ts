import type { Load, WeightUnit } from '../../../lib/units.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ProgramVersion } from '../../training/programs/models.js'
import { initialLoadsOf, progressOf } from './derived-data.js'
import type { PlanReader } from './plan-reader.js'
import type { EnrollmentContent, EnrollmentDerived } from './models.js'
import { statesBeforeWeek } from './progression/replay.js'
import { inheritsTargetReps, trainingMaxOf, type InheritedState } from './progression/state.js'
import { decisionsOf, firstOpenDay } from './status.js'
import type { EnrollmentStore } from './store.js'

interface CurrentRecord {
  exerciseId: string
  type: string
  value: number
  unit: string
}

export interface CurrentRecords {
  /** Reads a user's current records in some exercises, within the caller's transaction. */
  findCurrent(userId: string, exerciseIds: readonly string[]): Promise<CurrentRecord[]>
}

interface Dependencies {
  enrollments: Pick<EnrollmentStore, 'findLatest'>
  records: CurrentRecords
  exercises: Pick<ExerciseService, 'findMany'>
  plans: PlanReader
}

/** Determines the loads an enrollment starts with where its owner gives none. */
export function initialLoadsReader({ enrollments, records, exercises, plans }: Dependencies) {
  /**
   * Reads the one-repetition maxima that PERCENT rules refer to, from the user's records. Exercises that involve the
   * body weight are omitted: their records include it, so they are not external loads.
   * @returns `storedMaxima` and the maxima that were found in addition
   */
  async function maxima(
    userId: string,
    version: ProgramVersion,
    { startingLoads }: EnrollmentContent,
    storedMaxima: EnrollmentDerived['maxima'],
  ): Promise<EnrollmentDerived['maxima']> {
    const covered = new Set([...startingLoads, ...storedMaxima].map(({ exerciseId }) => exerciseId))
    const missing = [...new Set(percentExercises(version))].filter(id => !covered.has(id))
    if (missing.length === 0) return storedMaxima
    const exercisesById = await exercises.findMany(userId, missing)
    const external = missing.filter(id => exercisesById.get(id)?.trackingType === 'WEIGHT_REPS')
    if (external.length === 0) return storedMaxima
    const current = await records.findCurrent(userId, external)
    const oneRepMaxima = current.filter(({ type }) => type === 'ONE_RM')
    return [
      ...storedMaxima,
      ...oneRepMaxima.map(record => ({ exerciseId: record.exerciseId, load: loadOfRecord(record) })),
    ]
  }

  /** Returns the track states with which the user's previous enrollment in the program ended. */
  async function inherited(
    userId: string,
    { programId, number }: ProgramVersion,
  ): Promise<EnrollmentDerived['inherited']> {
    const previous = await enrollments.findLatest(userId, programId)
    if (!previous?.content || !previous.derived) return []
    const states = await finalStates(userId, previous.content, previous.derived)
    const { content, derived } = previous
    const plan = (await plans.readVersions(userId, { content, derived }, [number])).get(number)
    // Tracks that the program no longer has are dropped: they would be passed on forever.
    return [...states].flatMap(([track, state]) => (plan?.tracks.has(track) ? [{ track, ...state }] : []))
  }

  async function finalStates(userId: string, content: EnrollmentContent, derived: EnrollmentDerived) {
    const plan = await plans.read(userId, content, derived)
    const { starting, inherited } = initialLoadsOf(content, derived)
    const states = new Map<string, InheritedState>(inherited)
    const update = (track: string, { load, maximum, targetReps, isReplaced }: InheritedState) => {
      const before = states.get(track)
      states.set(track, {
        load: load ?? before?.load ?? null,
        maximum: maximum ?? before?.maximum ?? null,
        targetReps: targetReps ?? before?.targetReps ?? null,
        isReplaced: isReplaced ?? before?.isReplaced ?? false,
      })
    }
    for (const track of plan.tracks.values()) {
      const { id, exerciseId, rule } = track
      const load = starting.get(exerciseId)
      if (!load) continue
      const before = states.get(id)
      const targetReps = inheritsTargetReps(track, starting) ? (before?.targetReps ?? null) : null
      states.set(id, { ...before, load, maximum: trainingMaxOf(rule, load), targetReps })
    }
    // A block at the end of the program has no week after it, but still takes effect.
    const week = firstOpenDay(plan, derived.done, decisionsOf(content).skipped)?.week ?? Infinity
    for (const [id, state] of statesBeforeWeek(progressOf(derived), plan, { week })) update(id, state)
    return states
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

/** @param record of the type ONE_RM, whose unit is a unit of weight */
export const loadOfRecord = (record: CurrentRecord): Load => ({
  value: record.value,
  unit: record.unit as WeightUnit,
})

export type InitialLoadsReader = ReturnType<typeof initialLoadsReader>
