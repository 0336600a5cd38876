import type { Load } from '../../../../lib/units.js'
import type { Equipment, SetType, TrackingType } from '../../../../lib/exercise-vocabulary.js'
import type { PlannedExercise, ProgramVersion, Progression } from '../../../training/programs/models.js'
import { harderVariant } from '../../../training/programs/progression-rules.js'
import { hardest } from './loads.js'
import { loadableWeights, type LoadableWeights, type LoadingConditions } from './weights.js'

/** The quantity that a progression rule increases. Exercises of duration and distance have no progression. */
type Measure = 'LOAD' | 'REPS' | 'NONE'

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
  /** The weights that can be loaded for the exercise. */
  weights: LoadableWeights
  /** True if the load is assistance, so that less is harder. */
  isAssistance: boolean
  /** The hardest planned load of the evaluated sets in the whole program. Lighter sets keep their ratio to it. */
  hardestPlanned: Load | null
  /** The highest planned `minReps` of the evaluated sets. */
  baseReps: number
  /** PERCENT: the last weeks of the blocks after which the training maximum changes. */
  blockEnds: readonly number[]
}

export interface PlannedEntry {
  exercise: PlannedExercise
  track: Track
  /** The entry that replaces this one once the exercise has become too easy; null if there is none. */
  harder: PlannedEntry | null
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
  /** The tracks of the easier exercises, by the ids of the tracks that can replace them. */
  easierTracks: ReadonlyMap<string, Track>
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

/** What a plan depends on besides the program. */
export interface PlanContext {
  exercises: ReadonlyMap<string, { trackingType: TrackingType; equipment: readonly Equipment[] }>
  conditions: LoadingConditions
}

function withHarderVariant(exercise: PlannedExercise): PlannedExercise[] {
  const harder = harderVariant(exercise)
  return harder ? [exercise, harder] : [exercise]
}

export function createPlan({ weeks }: Pick<ProgramVersion, 'weeks'>, context: PlanContext): Plan {
  const planned = weeks.flatMap(week => week.days.flatMap(day => day.exercises.flatMap(withHarderVariant)))
  const deloadWeeks = weeks.filter(week => week.isDeload).map(week => week.number)
  const tracks = createTracks(planned, context, exercises =>
    deloadWeeks.length > 0 ? deloadWeeks : lastWeeksBeforeRepetition(weeks, new Set(exercises)),
  )
  const trackOf = (exercise: PlannedExercise) => tracks.get(trackGroup(exercise)) as Track
  const entryOf = (exercise: PlannedExercise): PlannedEntry => {
    const harder = harderVariant(exercise)
    return { exercise, track: trackOf(exercise), harder: harder && entryOf(harder) }
  }
  const days = weeks.flatMap(({ number: week, isDeload, days }) =>
    days.flatMap(({ name, isRest, exercises }, index) => {
      const entries = exercises.map(entryOf)
      return isRest || entries.length === 0 ? [] : [{ week, day: index + 1, name, isDeload, entries }]
    }),
  )
  return {
    days,
    daysByPosition: new Map(days.map(day => [dayPositionKey(day), day])),
    tracks: new Map(
      [...tracks.values()].filter(track => track.hasAdjustableLoad).map(track => [track.id, track]),
    ),
    easierTracks: new Map(
      days.flatMap(({ entries }) =>
        entries.flatMap(({ track, harder }) => (harder ? [[harder.track.id, track] as const] : [])),
      ),
    ),
  }
}

/** Entries without a rule do not share the track of an entry with a rule that has no key. */
const trackGroup = ({ exerciseId, progression }: PlannedExercise) =>
  `${progression ? '' : 'as planned '}${trackId(exerciseId, progression?.key ?? null)}`

/** Returns the weeks before those whose percentages are again those of the first week of the block, and the last week. */
function lastWeeksBeforeRepetition(
  weeks: ProgramVersion['weeks'],
  exercises: ReadonlySet<PlannedExercise>,
): number[] {
  const percentagesOf = ({ days }: ProgramVersion['weeks'][number]) =>
    days
      .flatMap(day => day.exercises.filter(exercise => exercises.has(exercise)))
      .flatMap(({ sets }) => sets.filter(isEvaluated).map(set => set.percentOfOneRepMax))
      .join()
  const percentages = weeks.map(percentagesOf)
  const first = percentages.findIndex(found => found !== '')
  const repetitions = percentages.flatMap((found, index) =>
    index > first && found === percentages[first] ? [index] : [],
  )
  return [...repetitions, weeks.length]
}

function createTracks(
  planned: readonly PlannedExercise[],
  context: PlanContext,
  blockEndsOf: (exercises: readonly PlannedExercise[]) => readonly number[],
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
      ([group, exercises]) =>
        [
          group,
          { ...trackOf(exercises, context, exercisesWithRules), blockEnds: blockEndsOf(exercises) },
        ] as const,
    ),
  )
}

function trackOf(
  planned: readonly PlannedExercise[],
  { exercises, conditions }: PlanContext,
  exercisesWithRules: ReadonlySet<string>,
): Omit<Track, 'blockEnds'> {
  const [{ exerciseId, progression: rule }] = planned as [PlannedExercise]
  const key = rule?.key ?? null
  const sets = planned.flatMap(exercise => exercise.sets).filter(isEvaluated)
  const { trackingType = 'WEIGHT_REPS', equipment = [] } = exercises.get(exerciseId) ?? {}
  const increment = rule?.increment ?? null
  const isAssistance = trackingType === 'BODYWEIGHT_ASSISTED_REPS'
  return {
    id: trackId(exerciseId, key),
    exerciseId,
    key,
    rule,
    hasAdjustableLoad: rule !== null || !exercisesWithRules.has(exerciseId),
    trackingType,
    measure: measures[trackingType],
    weights: loadableWeights(conditions, { exerciseId, trackingType, equipment, increment }),
    isAssistance,
    hardestPlanned: hardest(
      sets.flatMap(({ load }) => load ?? []),
      isAssistance,
    ),
    baseReps: Math.max(1, ...sets.map(set => set.minReps ?? 1)),
  }
}
