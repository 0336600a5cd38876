import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  categories,
  deltoids,
  equipment,
  forces,
  levels,
  loadModes,
  mechanics,
  muscles,
  setTypes,
  trackingTypes,
} from '../../../../lib/exercise-vocabulary.js'
import { trainingFields, type TrainingDetails } from '../../../people/profile/fields.js'
import { Load, Nullable, NullableNumber, Text } from './field-schemas.js'

const Timestamp = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' })
const Target = Type.Object({
  load: Nullable(Load),
  minReps: NullableNumber,
  maxReps: NullableNumber,
  rpe: NullableNumber,
  durationSeconds: NullableNumber,
  distanceMeters: NullableNumber,
})
const ExportedSet = Type.Object({
  id: Text,
  type: Type.Enum([...setTypes]),
  loadMode: Type.Enum([...loadModes]),
  load: Nullable(Load),
  reps: NullableNumber,
  durationSeconds: NullableNumber,
  distanceMeters: NullableNumber,
  rpe: NullableNumber,
  rir: NullableNumber,
  restSeconds: NullableNumber,
  target: Nullable(Target),
  completedAt: Nullable(Timestamp),
})
const ExportedEntry = Type.Object({
  id: Text,
  exerciseId: Text,
  supersetId: Nullable(Text),
  notes: Nullable(Text),
  restSeconds: NullableNumber,
  sets: Type.Array(ExportedSet),
})
const ExportedWorkout = Type.Object({
  type: Type.Literal('WORKOUT'),
  id: Text,
  content: Type.Object({
    title: Nullable(Text),
    startedAt: Timestamp,
    endedAt: Nullable(Timestamp),
    timezone: Text,
    notes: Nullable(Text),
    rating: NullableNumber,
    exercises: Type.Array(ExportedEntry),
  }),
  // Totals and records depend on the body weight at the time of the workout.
  derived: Type.Optional(Type.Object({ bodyWeight: Type.Optional(Nullable(Load)) })),
})
const ExportedAccount = Type.Object({ profile: Type.Partial(Type.Object(trainingFields.restSchema)) })
const EnumList = <Value extends string>(values: readonly Value[]) => Type.Array(Type.Enum([...values]))
/** An exercise that records of the export reference. */
const ReferencedExercise = Type.Object({
  id: Text,
  slug: Text,
  name: Text,
  source: Text,
  trackingType: Type.Enum([...trackingTypes]),
  // Missing in exports of earlier versions.
  primaryMuscles: Type.Optional(EnumList(muscles)),
  secondaryMuscles: Type.Optional(EnumList(muscles)),
})
const ExportedExercise = Type.Object({
  type: Type.Literal('EXERCISE'),
  id: Text,
  content: Type.Object({
    name: Text,
    category: Type.Enum([...categories]),
    level: Type.Enum([...levels]),
    force: Nullable(Type.Enum([...forces])),
    mechanic: Nullable(Type.Enum([...mechanics])),
    equipment: EnumList(equipment),
    primaryMuscles: EnumList(muscles),
    secondaryMuscles: EnumList(muscles),
    // Missing in exports of earlier versions, like the share of the body weight.
    deltoids: Type.Optional(EnumList(deltoids)),
    trackingType: Type.Enum([...trackingTypes]),
    isUnilateral: Type.Boolean(),
    bodyweightShare: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    instructions: Type.Array(Text),
    aliases: Type.Array(Text),
  }),
})

export const workoutValidator = Compile(ExportedWorkout)
export const referenceValidator = Compile(ReferencedExercise)
export const exerciseValidator = Compile(ExportedExercise)
export const accountValidator = Compile(ExportedAccount)

export type ExportedWorkout = Static<typeof ExportedWorkout>
export type ReferencedExercise = Static<typeof ReferencedExercise>
export type ExportedExercise = Static<typeof ExportedExercise>
export type ExportedProfile = Partial<TrainingDetails>
