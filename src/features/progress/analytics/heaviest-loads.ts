import type { RepetitionLoad } from '../records/bests.js'
import { toKilograms } from '../../../lib/units.js'
import { isAbove } from '../records/comparison.js'

/** The maximum number of repetitions of a record. Sets with more count as sets with this number. */
const maxReps = 15

/**
 * Collects the heaviest load for each number of repetitions. A set also counts for every lower number.
 * @param precedes decides which of two equal loads is kept
 */
export function heaviestLoads<Lift extends RepetitionLoad>(
  precedes: (lift: Lift, other: Lift) => boolean = () => false,
) {
  const byReps: (Lift | undefined)[] = []
  const kilograms: number[] = []

  return {
    add(lift: Lift): void {
      const reps = Math.min(lift.reps, maxReps)
      const weight = toKilograms(lift.load)
      const other = byReps[reps]
      const otherWeight = kilograms[reps] ?? 0
      if (other && !isAbove(weight, otherWeight) && (isAbove(otherWeight, weight) || !precedes(lift, other)))
        return
      byReps[reps] = lift
      kilograms[reps] = weight
    },

    /** Leaves out loads that were also lifted for more repetitions. Fewest repetitions first. */
    all(): Lift[] {
      const lifts: Lift[] = []
      let heaviest = -Infinity
      for (let reps = maxReps; reps > 0; reps--) {
        const lift = byReps[reps]
        const weight = kilograms[reps] ?? 0
        if (!lift || (lifts.length > 0 && !isAbove(weight, heaviest))) continue
        lifts.push({ ...lift, reps })
        heaviest = weight
      }
      return lifts.reverse()
    },
  }
}
