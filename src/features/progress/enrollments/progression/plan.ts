import type { Load } from '../../../../lib/units.js'
import type { SetType, TrackingType } from '../../../../lib/exercise-vocabulary.js'
import type { PlannedExercise, ProgramVersion, Progression } from '../../../training/programs/models.js'
import { hardest } from './loads.js'

/** The quantity that a progression rule increases. Exercises of duration and distance have no progression. */
export type Measure = 'LOAD' | 'REPS' | 'NONE'

/** All entries of a program that share one progression state: those with the same exercise and the same rule key. */
export interface Track {
  id: string
  exerciseId: string
  key: string | null
  /** Null for an exercise without progression. */
  rule: Progression | null
  /** True if the user can set its loads. False for a track without a rule if another track of the exercise has one. */
  hasAdjustableLoad: boolean
  trackingType: TrackingType
  measure: Measure
  /** True if the load is assistance, so that less is harder. */
  isAssistance: boolean
  /** The hardest planned load of the evaluated sets in the whole program. Lighter sets keep their ratio to it. */
  hardestPlanned: Load | null
  /** The highest planned `minReps` of the evaluated sets. */
  baseReps: number
}

export interface PlannedEntry {
  exercise: PlannedExercise
  track: Track
}

/** Weeks and days are numbered from 1, including rest days. */
export interface TrainingDay {
  week: number
  day: number
  name: string
  isDeload: boolean
  entries: PlannedEntry[]
}

/** The training days of a program version and their progression tracks. */
export interface Plan {
  /** In the order of the program, without rest days. */
  days: TrainingDay[]
  daysByPosition: ReadonlyMap<string, TrainingDay>
  tracks: ReadonlyMap<string, Track>
  deloadWeeks: number[]
}

export interface DayPosition {
  week: number
  day: number
}

export const dayPositionKey = ({ week, day }: DayPosition) => `${week}/${day}`
export const trackId = (exerciseId: string, key: string | null) => `${exerciseId}/${key ?? ''}`

/** Returns whether progression rules evaluate sets of the type. */
export const isEvaluated = ({ type }: { type: SetType }) => type === 'NORMAL' || type === 'FAILURE'

const measures: Record<TrackingType, Measure> = {
  WEIGHT_REPS: 'LOAD',
  REPS_ONLY: 'REPS',
  BODYWEIGHT_REPS: 'LOAD',
  BODYWEIGHT_ASSISTED_REPS: 'LOAD',
  DURATION: 'NONE',
  WEIGHT_DURATION: 'LOAD',
  DISTANCE_DURATION: 'NONE',
  SHORT_DISTANCE_WEIGHT: 'LOAD',
}

export function createPlan(
  { weeks }: Pick<ProgramVersion, 'weeks'>,
  trackingTypes: ReadonlyMap<string, TrackingType>,
): Plan {
  const planned = weeks.flatMap(week => week.days.flatMap(day => day.exercises))
  const tracks = createTracks(planned, trackingTypes)
  const trackOf = (exercise: PlannedExercise) => tracks.get(trackGroup(exercise)) as Track
  const days = weeks.flatMap(({ number: week, isDeload, days }) =>
    days.flatMap(({ name, isRest, exercises }, index) => {
      const entries = exercises.map(exercise => ({ exercise, track: trackOf(exercise) }))
      return isRest || entries.length === 0 ? [] : [{ week, day: index + 1, name, isDeload, entries }]
    }),
  )
  return {
    days,
    daysByPosition: new Map(days.map(day => [dayPositionKey(day), day])),
    tracks: new Map(
      [...tracks.values()].filter(track => track.hasAdjustableLoad).map(track => [track.id, track]),
    ),
    deloadWeeks: weeks.filter(week => week.isDeload).map(week => week.number),
  }
}

/** Entries without a rule do not share the track of an entry with a rule that has no key. */
const trackGroup = ({ exerciseId, progression }: PlannedExercise) =>
  `${progression ? '' : 'as planned '}${trackId(exerciseId, progression?.key ?? null)}`

function createTracks(
  planned: readonly PlannedExercise[],
  trackingTypes: ReadonlyMap<string, TrackingType>,
): Map<string, Track> {
  const exercisesWithRules = new Set(
    planned.filter(({ progression }) => progression).map(({ exerciseId }) => exerciseId),
  )
  const groups = new Map<string, PlannedExercise[]>()
  for (const exercise of planned) {
    const group = groups.get(trackGroup(exercise))
    if (group) group.push(exercise)
    else groups.set(trackGroup(exercise), [exercise])
  }
  return new Map(
    [...groups].map(
      ([group, exercises]) => [group, trackOf(exercises, trackingTypes, exercisesWithRules)] as const,
    ),
  )
}

function trackOf(
  exercises: readonly PlannedExercise[],
  trackingTypes: ReadonlyMap<string, TrackingType>,
  exercisesWithRules: ReadonlySet<string>,
): Track {
  const [{ exerciseId, progression: rule }] = exercises as [PlannedExercise]
  const key = rule?.key ?? null
  const sets = exercises.flatMap(exercise => exercise.sets).filter(isEvaluated)
  const trackingType = trackingTypes.get(exerciseId) ?? 'WEIGHT_REPS'
  const isAssistance = trackingType === 'BODYWEIGHT_ASSISTED_REPS'
  return {
    id: trackId(exerciseId, key),
    exerciseId,
    key,
    rule,
    hasAdjustableLoad: rule !== null || !exercisesWithRules.has(exerciseId),
    trackingType,
    measure: measures[trackingType],
    isAssistance,
    hardestPlanned: hardest(
      sets.flatMap(({ load }) => load ?? []),
      isAssistance,
    ),
    baseReps: Math.max(1, ...sets.map(set => set.minReps ?? 1)),
  }
}
