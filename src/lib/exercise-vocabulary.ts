// The values are those of the enums of the GraphQL schema.

export const categories = [
  'STRENGTH',
  'STRETCHING',
  'PLYOMETRICS',
  'STRONGMAN',
  'POWERLIFTING',
  'CARDIO',
  'OLYMPIC_WEIGHTLIFTING',
] as const

export const equipment = [
  'BODY_ONLY',
  'BARBELL',
  'DUMBBELL',
  'KETTLEBELLS',
  'CABLE',
  'MACHINE',
  'BANDS',
  'EZ_CURL_BAR',
  'EXERCISE_BALL',
  'MEDICINE_BALL',
  'FOAM_ROLL',
  'SMITH_MACHINE',
  'TRAP_BAR',
  'PULL_UP_BAR',
  'BENCH',
  'SUSPENSION',
  'WEIGHT_PLATE',
  'OTHER',
] as const

export const muscles = [
  'ABDOMINALS',
  'ABDUCTORS',
  'ADDUCTORS',
  'BICEPS',
  'CALVES',
  'CHEST',
  'FOREARMS',
  'GLUTES',
  'HAMSTRINGS',
  'HIP_FLEXORS',
  'LATS',
  'LOWER_BACK',
  'MIDDLE_BACK',
  'NECK',
  'OBLIQUES',
  'QUADRICEPS',
  'SHOULDERS',
  'TRAPS',
  'TRICEPS',
] as const

/** The heads of the deltoid, from the front of the shoulder to its back. */
export const deltoids = ['FRONT', 'SIDE', 'REAR'] as const

export const forces = ['PUSH', 'PULL', 'STATIC'] as const
export const mechanics = ['COMPOUND', 'ISOLATION'] as const
export const levels = ['BEGINNER', 'INTERMEDIATE', 'EXPERT'] as const

export const trackingTypes = [
  'WEIGHT_REPS',
  'REPS_ONLY',
  'BODYWEIGHT_REPS',
  'BODYWEIGHT_ASSISTED_REPS',
  'DURATION',
  'WEIGHT_DURATION',
  'DISTANCE_DURATION',
  'SHORT_DISTANCE_WEIGHT',
] as const

export const setTypes = ['NORMAL', 'WARMUP', 'DROPSET', 'FAILURE', 'MYO', 'PARTIAL', 'FORCED'] as const

export const loadModes = ['EXTERNAL', 'BODYWEIGHT', 'ASSISTED'] as const

export type Category = (typeof categories)[number]
export type Equipment = (typeof equipment)[number]
export type Muscle = (typeof muscles)[number]
export type Deltoid = (typeof deltoids)[number]
export type Force = (typeof forces)[number]
export type Mechanic = (typeof mechanics)[number]
export type Level = (typeof levels)[number]
export type TrackingType = (typeof trackingTypes)[number]
export type SetType = (typeof setTypes)[number]
export type LoadMode = (typeof loadModes)[number]

/** An exercise of a catalogue file, without an id. */
export interface ExerciseEntry {
  /** Unique within its catalogue: lower-case words joined by hyphens. */
  slug: string
  name: string
  /** Other names, which a search finds, too. */
  aliases: string[]
  category: Category
  force: Force | null
  level: Level
  mechanic: Mechanic | null
  /** The required equipment; empty if it is unknown. */
  equipment: Equipment[]
  primaryMuscles: Muscle[]
  secondaryMuscles: Muscle[]
  /** The deltoid heads that it trains; empty if it does not train the shoulders, or if they are unknown. */
  deltoids: Deltoid[]
  trackingType: TrackingType
  /** True if each side is trained separately. */
  isUnilateral: boolean
  /** The share of the body weight that a repetition moves, 0 to 1; null if the exercise does not move the body. */
  bodyweightShare: number | null
  instructions: string[]
}

/** The load mode of sets for which none is given. */
export function defaultLoadMode(trackingType: TrackingType): LoadMode {
  if (trackingType === 'BODYWEIGHT_ASSISTED_REPS') return 'ASSISTED'
  return trackingType === 'BODYWEIGHT_REPS' || trackingType === 'REPS_ONLY' ? 'BODYWEIGHT' : 'EXTERNAL'
}
