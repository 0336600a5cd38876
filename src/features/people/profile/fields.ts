import type { Locale } from '../../../lib/locales.js'
import { centimetresPer, kilogramsPer } from '../../../lib/units.js'
import type { Muscle } from '../../training/exercises/vocabulary.js'
import { choice, choices, fields, line, lines, measure, whole, type FormOf } from './field.js'

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

/** What people tell of themselves. Types, checks, documents and the form in REST follow from it. */
export const personFields = fields(
  line('firstName', 100),
  line('lastName', 100),
  line('country', 100),
  line('city', 100),
  lines('bio', 1000),
  choice<Locale>().named('locale'),
)

/** What people tell of their training. Types, checks, documents and the form in REST follow from it. */
export const trainingFields = fields(
  whole('age', 13, 120),
  choice<Gender>().named('gender'),
  choice<Goal>().named('goal'),
  measure('height', { per: centimetresPer, base: 'CM', range: [50, 275] }),
  measure('weight', { per: kilogramsPer, base: 'KG', range: [20, 650] }),
  choices<Muscle>().named('muscleFocus'),
  whole('frequency', 1, 7),
  choice<WorkoutSplit>().named('workoutSplit'),
  choice<Experience>().named('experience'),
)

export type Person = FormOf<typeof personFields>
export type Training = FormOf<typeof trainingFields>
