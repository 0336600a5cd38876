import type { Progression } from './models.js'

/** What stands where a rule says nothing. */
export const defaultRule: Omit<Progression, 'type'> = {
  key: null,
  increment: null,
  successes: 1,
  failures: 3,
  deloadPercent: 10,
  minReps: null,
  maxReps: null,
  reps: null,
}
