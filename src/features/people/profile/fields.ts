import { locales } from '../../../lib/locales.js'
import { centimetersPer, kilogramsPer } from '../../../lib/units.js'
import { muscles } from '../../../lib/exercise-vocabulary.js'
import {
  enumField,
  enumListField,
  combineFields,
  textField,
  multilineTextField,
  quantityField,
  integerField,
  type ValuesOf,
} from './field-builders.js'

const genders = ['MALE', 'FEMALE', 'OTHER', 'PREFER_NOT_TO_SAY'] as const
export const goals = [
  'lose_weight',
  'build_muscle',
  'increase_strength',
  'improve_endurance',
  'general_fitness',
  'maintain_weight',
] as const
const workoutSplits = [
  'full_body',
  'upper_lower',
  'push_pull_legs',
  'bro_split',
  'arnold_split',
  'custom',
] as const
const experiences = ['beginner', 'intermediate', 'advanced'] as const

export type Goal = (typeof goals)[number]
export type WorkoutSplit = (typeof workoutSplits)[number]
export type Experience = (typeof experiences)[number]

/** The personal fields of a user. Types, validation, storage and the REST schema are derived from them. */
export const personalFields = combineFields(
  textField('firstName', 100),
  textField('lastName', 100),
  textField('country', 100),
  textField('city', 100),
  multilineTextField('bio', 1000),
  enumField('locale', locales),
)

/** The training fields of a profile. Types, validation, storage and the REST schema are derived from them. */
export const trainingFields = combineFields(
  integerField('age', 13, 120),
  enumField('gender', genders),
  enumField('goal', goals),
  quantityField('height', { per: centimetersPer, base: 'CM', range: [50, 275] }),
  quantityField('weight', { per: kilogramsPer, base: 'KG', range: [20, 650] }),
  enumListField('muscleFocus', muscles),
  integerField('frequency', 1, 7),
  enumField('workoutSplit', workoutSplits),
  enumField('experience', experiences),
)

export type PersonalDetails = ValuesOf<typeof personalFields>
export type TrainingDetails = ValuesOf<typeof trainingFields>
