import type { Equipment, ExerciseEntry, TrackingType } from '../../../../lib/exercise-vocabulary.js'

type Described = Omit<ExerciseEntry, 'trackingType' | 'bodyweightShare'>

const loads = new Set<Equipment>([
  'BARBELL',
  'DUMBBELL',
  'KETTLEBELLS',
  'CABLE',
  'MACHINE',
  'EZ_CURL_BAR',
  'MEDICINE_BALL',
  'SMITH_MACHINE',
  'TRAP_BAR',
  'WEIGHT_PLATE',
  'OTHER',
])
/** Equipment that excludes bodyweight exercises regardless of the name: a dip machine is not a dip. */
const guided = new Set<Equipment>(['BARBELL', 'CABLE', 'EZ_CURL_BAR', 'MACHINE', 'SMITH_MACHINE'])

const overDistance =
  /\b(run|running|jog\w*|walk\w*|sprint\w*|cycl\w*|bicycl\w*|bike|row\w*|skat\w*|ski\w*|swim\w*|elliptical)\b/i
const carryName = /\b(carry|drags?|push|walk|wheel)\b/i
const holdName = /\b(plank|hold|isometric)\b/i
const ownWeight =
  /\b(pull-?\s?ups?|chin(-?\s?ups?|s)?|push-?\s?ups?|muscle-?\s?ups?|sit-?\s?ups?|dips?|bodyweight|inverted row|(rope|hyper)[ -]?(climb|extensions?)|hanging)\b/i

/** Derives the tracking type from the category, equipment, force and name of an exercise. */
export function trackingTypeOf(exercise: Described): TrackingType {
  const { category, name, force } = exercise
  if (category === 'STRETCHING') return 'DURATION'
  if (category === 'CARDIO') return overDistance.test(name) ? 'DISTANCE_DURATION' : 'DURATION'
  if ((category === 'STRONGMAN' || /\bsled\b/i.test(name)) && carryName.test(name))
    return 'SHORT_DISTANCE_WEIGHT'

  const isLoaded = exercise.equipment.some(item => loads.has(item)) || /\bweighted\b/i.test(name)
  if (force === 'STATIC' || (force === null && holdName.test(name)))
    return isLoaded ? 'WEIGHT_DURATION' : 'DURATION'
  if (/\bassisted\b/i.test(name)) return 'BODYWEIGHT_ASSISTED_REPS'
  if (category === 'PLYOMETRICS') return isThrownOrJumped(exercise) ? 'REPS_ONLY' : 'WEIGHT_REPS'
  if (ownWeight.test(name) && !exercise.equipment.some(item => guided.has(item))) return 'BODYWEIGHT_REPS'
  if (isLoaded) return 'WEIGHT_REPS'
  return isBodyweightMovement(exercise) ? 'BODYWEIGHT_REPS' : 'REPS_ONLY'
}

/** Boxes, cones and medicine balls are not loads that increase over time. */
const isThrownOrJumped = ({ equipment }: Described) =>
  equipment.every(item => !loads.has(item) || item === 'OTHER' || item === 'MEDICINE_BALL')

/** A squat lifts the body, a crunch or a bent band does not. */
const isBodyweightMovement = ({ equipment, mechanic, primaryMuscles }: Described) =>
  mechanic === 'COMPOUND' &&
  !primaryMuscles.includes('ABDOMINALS') &&
  !equipment.includes('BANDS') &&
  !equipment.includes('FOAM_ROLL')
