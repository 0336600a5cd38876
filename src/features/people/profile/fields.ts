import type { Locale } from '../../../lib/locales.js'
import { centimetersPer, kilogramsPer } from '../../../lib/units.js'
import type { Muscle } from '../../training/exercises/vocabulary.js'
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

export type Gender = 'MALE' | 'FEMALE' | 'OTHER' | 'PREFER_NOT_TO_SAY'
export type Goal =
  | 'lose_weight'
  | 'build_muscle'
  | 'increase_strength'
  | 'improve_endurance'
  | 'general_fitness'
  | 'maintain_weight'
export type WorkoutSplit =
  'full_body' | 'upper_lower' | 'push_pull_legs' | 'bro_split' | 'arnold_split' | 'custom'
export type Experience = 'beginner' | 'intermediate' | 'advanced'

/** The personal fields of a user. Types, validation, storage and the REST schema are derived from them. */
export const personalFields = combineFields(
  textField('firstName', 100),
  textField('lastName', 100),
  textField('country', 100),
  textField('city', 100),
  multilineTextField('bio', 1000),
  enumField<Locale>().named('locale'),
)

/** The training fields of a profile. Types, validation, storage and the REST schema are derived from them. */
export const trainingFields = combineFields(
  integerField('age', 13, 120),
  enumField<Gender>().named('gender'),
  enumField<Goal>().named('goal'),
  quantityField('height', { per: centimetersPer, base: 'CM', range: [50, 275] }),
  quantityField('weight', { per: kilogramsPer, base: 'KG', range: [20, 650] }),
  enumListField<Muscle>().named('muscleFocus'),
  integerField('frequency', 1, 7),
  enumField<WorkoutSplit>().named('workoutSplit'),
  enumField<Experience>().named('experience'),
)

export type PersonalDetails = ValuesOf<typeof personalFields>
export type TrainingDetails = ValuesOf<typeof trainingFields>
