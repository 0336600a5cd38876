import { defaultLoadMode, type TrackingType } from '../../../../src/lib/exercise-vocabulary.js'
import type {
  PlannedExercise,
  PlannedSet,
  ProgramWeek,
  Progression,
} from '../../../../src/features/training/programs/models.js'
import type { CompletedSet, PerformedWorkout } from '../../../../src/features/training/workouts/performed.js'
import { logDay, type LoggedDay } from '../../../../src/features/progress/enrollments/progression/log.js'
import {
  createPlan,
  type Plan,
  type TrainingDay,
} from '../../../../src/features/progress/enrollments/progression/plan.js'
import {
  replay,
  statesBeforeWeek,
  type ReplayInput,
} from '../../../../src/features/progress/enrollments/progression/replay.js'
import {
  activeDay,
  trackState,
  type InitialLoads,
  type TrackStates,
} from '../../../../src/features/progress/enrollments/progression/state.js'
import { reasonOf, targetsOf } from '../../../../src/features/progress/enrollments/progression/targets.js'
import type { Load } from '../../../../src/lib/units.js'

export const kg = (value: number): Load => ({ value, unit: 'KG' })
export const lb = (value: number): Load => ({ value, unit: 'LB' })

export const set = (more: Partial<PlannedSet> = {}): PlannedSet => ({
  type: 'NORMAL',
  minReps: 5,
  maxReps: null,
  load: null,
  rpe: null,
  percentOfOneRepMax: null,
  restSeconds: null,
  durationSeconds: null,
  distanceMeters: null,
  notes: null,
  ...more,
})

export const rule = (type: Progression['type'], more: Partial<Progression> = {}): Progression => ({
  type,
  key: null,
  increment: kg(2.5),
  successes: 1,
  failures: 3,
  deloadPercent: 10,
  minReps: null,
  maxReps: null,
  reps: null,
  ...more,
})

export const entry = (
  exerciseId: string,
  progression: Progression | null,
  sets: PlannedSet[],
): PlannedExercise => ({ id: `${exerciseId} planned`, exerciseId, supersetId: null, sets, progression })

/** Creates weeks with equal days. @param deload the numbers of the deload weeks */
export const weeksOf = (weeks: number, days: PlannedExercise[][], deload: number[] = []): ProgramWeek[] =>
  Array.from({ length: weeks }, (_, index) => ({
    number: index + 1,
    label: null,
    isDeload: deload.includes(index + 1),
    days: days.map((exercises, day) => ({
      name: `Day ${day + 1}`,
      isRest: exercises.length === 0,
      exercises,
    })),
  }))

/**
 * Parses a set: `60x5` in kilograms, `135lbx5`, `x12` without load, `-20x8` with assistance, `+5x8` in addition to the body
 * weight.
 */
export function done(text: string, more: Partial<CompletedSet> = {}): CompletedSet {
  const [, sign, value, pounds, reps] = /^([+-]?)([\d.]*)(lb)?x(\d+)$/.exec(text) ?? []
  const load =
    value === '' ? null : { value: Number(value), unit: pounds ? ('LB' as const) : ('KG' as const) }
  return {
    id: text,
    type: 'NORMAL',
    durationSeconds: null,
    distanceMeters: null,
    rpe: null,
    rir: null,
    load,
    loadMode: sign === '-' ? 'ASSISTED' : sign === '+' ? 'BODYWEIGHT' : 'EXTERNAL',
    reps: Number(reps),
    ...more,
  }
}

/** The performed sets of each entry, as text or in full. */
export type Session = [exerciseId: string, ...sets: (string | CompletedSet)[]][]

const start = Date.UTC(2030, 0, 1, 18)
export const dayLong = 24 * 60 * 60 * 1000

export function performed(index: number, session: Session): PerformedWorkout {
  return {
    id: String(index).padStart(24, '0'),
    startedAt: new Date(start + index * dayLong),
    isCompleted: true,
    bodyWeight: null,
    programDay: null,
    exercises: session.map(([exerciseId, ...sets], position) => ({
      entryId: String(position),
      exerciseId,
      trackingType: 'WEIGHT_REPS' as const,
      bodyweightShare: 0,
      sets: sets.map(set => (typeof set === 'string' ? done(set) : set)),
    })),
  }
}

export const noInitialLoads: InitialLoads = { starting: new Map(), inherited: new Map(), maxima: new Map() }

interface Trial {
  weeks: ProgramWeek[]
  types?: Record<string, TrackingType>
  initialLoads?: Partial<InitialLoads>
  adjustments?: ReplayInput['adjustments']
  unit?: Load['unit']
}

/** Simulates an enrollment whose days are trained in order. */
export function createTrial({ weeks, types = {}, initialLoads, adjustments = [], unit = 'KG' }: Trial) {
  const exercises = new Map(
    Object.entries(types).map(([id, trackingType]) => [id, { trackingType, equipment: [] }]),
  )
  const plan = createPlan({ weeks }, { exercises, conditions: { unit, equipment: null, increments: [] } })
  const input: ReplayInput = {
    periods: [{ since: null, plans: new Map([[1, plan]]) }],
    version: 1,
    initialLoads: { ...noInitialLoads, ...initialLoads },
    adjustments,
  }
  return {
    plan,
    input,
    log: (sessions: readonly (Session | null)[]): LoggedDay[] =>
      sessions.flatMap((session, index) =>
        session === null ? [] : [logDay(performed(index, session), plan.days[index]!, 1)],
      ),
    /** The ids of the exercises that are trained after these sessions. */
    exercises(sessions: readonly (Session | null)[]): string[] {
      const day = plan.days[sessions.length]!
      const { states } = replay(input, this.log(sessions))
      return activeDay(day, states, input.initialLoads).entries.map(({ exercise }) => exercise.exerciseId)
    },
    /** Describes the targets of each entry after these sessions, as `REASON 60x5 60x5`. */
    next(sessions: readonly (Session | null)[], at = sessions.length) {
      return describeTargets(plan, input, this.log(sessions), at)
    },
  }
}

function describeTargets(plan: Plan, input: ReplayInput, days: readonly LoggedDay[], at: number) {
  const day = plan.days[at]!
  const states = statesBeforeWeek(replay(input, days), plan, day)
  return activeDay(day, states, input.initialLoads).entries.map(({ exercise, track }) => {
    const state = trackState(track, states, input.initialLoads)
    const sets = targetsOf(track, state, exercise.sets, day.isDeload).map(({ target }) => {
      const { load, minReps } = target
      const unit = load?.unit === 'LB' ? 'lb' : ''
      return `${load ? `${load.value}${unit}` : ''}x${minReps ?? ''}`
    })
    return [reasonOf(track, state, day.isDeload), ...sets].join(' ')
  })
}

/** A day on which every set was completed with its target load and the most repetitions. @param logged changes a load as it is logged */
export function completeDay(
  index: number,
  day: TrainingDay,
  states: TrackStates,
  initialLoads: InitialLoads,
  logged: (load: Load) => Load = load => load,
): LoggedDay {
  const exercises = activeDay(day, states, initialLoads).entries.map(({ exercise, track }, position) => {
    const state = trackState(track, states, initialLoads)
    const loadMode = defaultLoadMode(track.trackingType)
    return {
      entryId: String(position),
      exerciseId: exercise.exerciseId,
      trackingType: track.trackingType,
      bodyweightShare: 0,
      sets: targetsOf(track, state, exercise.sets, day.isDeload).map(({ set: { type }, target }, at) => ({
        ...{ id: String(at), type, loadMode, rpe: null, rir: null },
        load: target.load && logged(target.load),
        reps: target.maxReps ?? target.minReps,
        durationSeconds: target.durationSeconds,
        distanceMeters: target.distanceMeters,
      })),
    }
  })
  return logDay({ ...performed(index, []), exercises }, day, 1)
}
