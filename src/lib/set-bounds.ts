import { days, hours } from './quantities.js'
import type { Range } from './input-reader.js'

/** What a set of an exercise can have, whether it is planned, aimed at or done. A load's bounds are those of its reading. */
export const setBounds = {
  reps: [0, 10_000],
  /** A plan asks for one at least. */
  plannedReps: [1, 10_000],
  /** A week, in seconds. */
  durationSeconds: [0, (7 * days) / 1000],
  /** To a thousand kilometres. */
  distanceMeters: [0, 1_000_000],
  rpe: [1, 10],
  rir: [0, 10],
  /** A day, in seconds. */
  restSeconds: [0, (24 * hours) / 1000],
} as const satisfies Record<string, Range>

/** In characters, of what joins exercises that are done in turns. */
export const maxSupersetId = 36
