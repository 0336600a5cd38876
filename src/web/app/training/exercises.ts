import { newId } from '../../../client/index.js'
import type {
  Equipment,
  ExerciseFieldsFragment,
  ExerciseInput,
  Muscle,
  OwnExerciseFieldsFragment,
} from '../../../../generated/operations/web-app.js'
import { locales } from '../../shared/locales.js'

export type Exercise = ExerciseFieldsFragment

type Complete<Input> = { [Field in keyof Input]-?: Exclude<Input[Field], undefined> }

/** An exercise of the user's own, in the form in which it is saved. */
export type OwnExercise = Omit<Complete<ExerciseInput>, 'expectedVersion'>

export const newOwnExercise = (): OwnExercise => ({
  ...{ id: newId(), name: '', category: 'STRENGTH', force: null, level: 'BEGINNER', mechanic: null },
  ...{ equipment: [], primaryMuscles: [], secondaryMuscles: [], deltoids: [], trackingType: 'WEIGHT_REPS' },
  ...{ isUnilateral: false, bodyweightShare: null, instructions: [], aliases: [] },
})

export const toOwnExercise = ({
  __typename,
  version,
  names,
  muscleMapUrl,
  isCustom,
  ...exercise
}: Exercise & OwnExerciseFieldsFragment): OwnExercise => exercise

/** All muscles, those that most exercises train first. */
export const muscles: readonly Muscle[] = [
  ...([
    'CHEST',
    'LATS',
    'MIDDLE_BACK',
    'SHOULDERS',
    'BICEPS',
    'TRICEPS',
    'QUADRICEPS',
    'HAMSTRINGS',
  ] as const),
  ...(['GLUTES', 'CALVES', 'ABDOMINALS', 'OBLIQUES', 'LOWER_BACK', 'TRAPS', 'FOREARMS'] as const),
  ...(['ADDUCTORS', 'ABDUCTORS', 'HIP_FLEXORS', 'NECK'] as const),
]
/** All equipment, the most usual first. */
export const equipment: readonly Equipment[] = [
  ...([
    'BARBELL',
    'DUMBBELL',
    'MACHINE',
    'CABLE',
    'BODY_ONLY',
    'KETTLEBELLS',
    'BANDS',
    'PULL_UP_BAR',
  ] as const),
  ...(['BENCH', 'EZ_CURL_BAR', 'SMITH_MACHINE', 'TRAP_BAR', 'SUSPENSION', 'WEIGHT_PLATE'] as const),
  ...(['EXERCISE_BALL', 'MEDICINE_BALL', 'FOAM_ROLL', 'OTHER'] as const),
]

/** Returns an own exercise in the form of those of the catalogue. */
export function asListed(exercise: OwnExercise): Exercise {
  const { id, name, category, trackingType } = exercise
  const [primary, secondary] = [exercise.primaryMuscles ?? [], exercise.secondaryMuscles ?? []]
  // Before the service has received the exercise, only the app can draw its map.
  const muscles = [
    ['primary', primary],
    ['secondary', secondary.filter(muscle => !primary.includes(muscle))],
  ] as const
  const query = muscles.flatMap(([key, values]) => (values.length > 0 ? `${key}=${values.join(',')}` : []))
  return {
    ...{ __typename: 'Exercise', id, version: 0, name, isCustom: true },
    names: locales.map(locale => ({ locale, name })),
    category: category ?? 'STRENGTH',
    trackingType: trackingType ?? 'WEIGHT_REPS',
    equipment: exercise.equipment ?? [],
    primaryMuscles: primary,
    secondaryMuscles: secondary,
    muscleMapUrl: `/api/muscle-map.svg?${query.join('&')}`,
  }
}

/** The most steps that instructions have, and the most characters of a step. */
export const maxSteps = 20
export const maxStepLength = 500
