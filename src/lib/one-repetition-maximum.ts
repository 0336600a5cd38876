/** For more repetitions, the formulas are not reliable. */
const maxReps = 15

/**
 * Estimates the one-repetition maximum from a set: with the formula of Brzycki (1993) below ten repetitions, otherwise
 * with that of Epley (1985). Repetitions in reserve count as performed.
 * @param load in any unit; the result has the same unit
 * @param rir repetitions in reserve; null if unknown
 * @returns null if the load is zero, no repetition was performed, or more than fifteen repetitions were possible
 */
export function oneRepetitionMaximum(load: number, reps: number, rir: number | null): number | null {
  const possible = reps + (rir ?? 0)
  if (load <= 0 || reps < 1 || possible > maxReps) return null
  // Return the load itself, because a quotient might differ in the last digit.
  if (possible === 1) return load
  return possible < 10 ? (load * 36) / (37 - possible) : load * (1 + possible / 30)
}
