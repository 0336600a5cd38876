import type { ExerciseEntry } from './vocabulary.js'

export interface Exercise extends ExerciseEntry {
  id: string
  /** 'own': a person's own, which nobody else sees. */
  source: Source | 'own'
  version: number
  createdAt: Date
  updatedAt: Date
  /** Of a person's own that is deleted, name, muscles and tracking type are left while their workouts name it. */
  isDeleted: boolean
}

/** Where an exercise of the catalogue comes from: the service's own one or an imported one. */
export type Source = 'starter' | 'free-exercise-db'

/** What a person says of an exercise of their own. */
export type ExerciseContent = Omit<ExerciseEntry, 'slug'>
