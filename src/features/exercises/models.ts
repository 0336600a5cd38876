import type { ExerciseEntry } from './vocabulary.js'

export interface Exercise extends ExerciseEntry {
  id: string
  source: Source
  updatedAt: Date
}

/** Where an exercise comes from: the service's own catalogue or an imported one. */
export type Source = 'starter' | 'free-exercise-db'
