import { days, hours, seconds } from './quantities.js'
import type { Range } from './input-reader.js'

/** The valid ranges of the values of a set, planned or performed. The range of loads is part of `inputReader`. */
export const setBounds = {
  reps: [0, 10_000],
  /** At least one repetition must be planned. */
  plannedReps: [1, 10_000],
  /** Up to a week. */
  durationSeconds: [0, (7 * days) / seconds],
  /** Up to 1000 kilometers. */
  distanceMeters: [0, 1_000_000],
  rpe: [1, 10],
  rir: [0, 10],
  /** Up to a day. */
  restSeconds: [0, (24 * hours) / seconds],
} as const satisfies Record<string, Range>

/** The maximum length of the id that connects the exercises of a superset, in characters. */
export const maxSupersetIdLength = 36
