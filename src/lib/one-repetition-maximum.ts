/** Above this the formulas say little of a single repetition. */
const maxReps = 15

/**
 * The load that somebody could move once, estimated from a set: below ten repetitions after Brzycki (1993), from ten
 * on after Epley (1985). Repetitions in reserve count as done.
 * @param load in any unit, which is that of the result
 * @param rir repetitions that were left; null if nobody knows
 * @returns null where a set does not tell: nothing was moved, or more than fifteen repetitions were possible
 */
export function oneRepetitionMaximum(load: number, reps: number, rir: number | null): number | null {
  const possible = reps + (rir ?? 0)
  if (load <= 0 || reps < 1 || possible > maxReps) return null
  // The load itself, as it was entered: a quotient might differ in the last digit.
  if (possible === 1) return load
  return possible < 10 ? (load * 36) / (37 - possible) : load * (1 + possible / 30)
}
