import type { Load } from '../../../../lib/units.js'
import type { SetType, TrackingType } from '../../exercises/vocabulary.js'
import type { PlannedExercise, PlannedSet, ProgramVersion, Progression } from '../../programs/models.js'
import { hardest } from './loads.js'

/** What grows: what is on the bar, the repetitions, or nothing where only time and distance are counted. */
export type Measure = 'LOAD' | 'REPS' | 'NONE'

/** What has one state in an enrolment: an exercise with a key, whatever the week, the day and the entry. */
export interface Track {
  id: string
  exerciseId: string
  key: string | null
  /** Null for an exercise that is trained as planned. */
  rule: Progression | null
  /** Whether loads can be given to it: to one without a rule only where no rule takes those of its exercise. */
  takesLoads: boolean
  trackingType: TrackingType
  measure: Measure
  /** Whether the load is help, so that less is harder. */
  isHelp: boolean
  /** Of the sets that are compared, wherever in the program; lighter ones keep their proportion to it. */
  hardestPlanned: Load | null
  /** The most that a compared set asks for at least. */
  baseReps: number
}

export interface PlannedEntry {
  exercise: PlannedExercise
  track: Track
}

/** A day to train, in its place. Days count from 1, days of rest included. */
export interface TrainingDay {
  week: number
  day: number
  name: string
  isDeload: boolean
  entries: PlannedEntry[]
}

/** A version of a program as it is trained. */
export interface Plan {
  /** In their order; days of rest are none. */
  days: TrainingDay[]
  byPlace: ReadonlyMap<string, TrainingDay>
  tracks: ReadonlyMap<string, Track>
  deloadWeeks: number[]
}

export interface Place {
  week: number
  day: number
}

export const placeKey = ({ week, day }: Place) => `${week}/${day}`
export const trackId = (exerciseId: string, key: string | null) => `${exerciseId}/${key ?? ''}`

/** What a rule judges: sets of other types decide nothing. */
export const isCompared = ({ type }: { type: SetType }) => type === 'NORMAL' || type === 'FAILURE'

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

export function planOf(
  { weeks }: Pick<ProgramVersion, 'weeks'>,
  trackingTypes: ReadonlyMap<string, TrackingType>,
): Plan {
  const planned = weeks.flatMap(week => week.days.flatMap(day => day.exercises))
  const tracks = tracksOf(planned, trackingTypes)
  const trackOf = (exercise: PlannedExercise) => tracks.get(groupOf(exercise)) as Track
  const days = weeks.flatMap(({ number: week, isDeload, days }) =>
    days.flatMap(({ name, isRest, exercises }, index) => {
      const entries = exercises.map(exercise => ({ exercise, track: trackOf(exercise) }))
      return isRest || entries.length === 0 ? [] : [{ week, day: index + 1, name, isDeload, entries }]
    }),
  )
  return {
    days,
    byPlace: new Map(days.map(day => [placeKey(day), day])),
    tracks: new Map([...tracks.values()].filter(track => track.takesLoads).map(track => [track.id, track])),
    deloadWeeks: weeks.filter(week => week.isDeload).map(week => week.number),
  }
}

/** Those without a rule keep apart from those with one, whose loads are their own. */
const groupOf = ({ exerciseId, progression }: PlannedExercise) =>
  `${progression ? '' : 'as planned '}${trackId(exerciseId, progression?.key ?? null)}`

function tracksOf(
  planned: readonly PlannedExercise[],
  trackingTypes: ReadonlyMap<string, TrackingType>,
): Map<string, Track> {
  const ruled = new Set(planned.filter(({ progression }) => progression).map(({ exerciseId }) => exerciseId))
  const groups = new Map<string, PlannedExercise[]>()
  for (const exercise of planned) {
    const group = groups.get(groupOf(exercise))
    if (group) group.push(exercise)
    else groups.set(groupOf(exercise), [exercise])
  }
  return new Map(
    [...groups].map(([group, exercises]) => [group, trackOf(exercises, trackingTypes, ruled)] as const),
  )
}

function trackOf(
  exercises: readonly PlannedExercise[],
  trackingTypes: ReadonlyMap<string, TrackingType>,
  ruled: ReadonlySet<string>,
): Track {
  const [{ exerciseId, progression: rule }] = exercises as [PlannedExercise]
  const key = rule?.key ?? null
  const sets = exercises.flatMap(exercise => exercise.sets).filter(isCompared)
  const trackingType = trackingTypes.get(exerciseId) ?? 'WEIGHT_REPS'
  const isHelp = trackingType === 'BODYWEIGHT_ASSISTED_REPS'
  return {
    ...{ id: trackId(exerciseId, key), exerciseId, key, rule },
    takesLoads: rule !== null || !ruled.has(exerciseId),
    ...{ trackingType, measure: measures[trackingType], isHelp },
    hardestPlanned: hardest(plannedLoads(sets), isHelp),
    baseReps: Math.max(1, ...sets.map(set => set.minReps ?? 1)),
  }
}

const plannedLoads = (sets: readonly PlannedSet[]) => sets.flatMap(({ load }) => load ?? [])
