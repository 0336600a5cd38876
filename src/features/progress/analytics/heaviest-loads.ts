import type { RepetitionLoad } from '../records/bests.js'
import { isAbove, scoreOf } from '../records/comparison.js'

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

  return {
    add(lift: Lift): void {
      const reps = Math.min(lift.reps, maxReps)
      const other = byReps[reps]
      if (!other || isHeavier(lift, other) || (!isHeavier(other, lift) && precedes(lift, other)))
        byReps[reps] = { ...lift, reps }
    },

    /** Leaves out loads that were also lifted for more repetitions. Fewest repetitions first. */
    all(): Lift[] {
      const lifts: Lift[] = []
      for (let reps = maxReps; reps > 0; reps--) {
        const lift = byReps[reps]
        const heaviest = lifts.at(-1)
        if (lift && (!heaviest || isHeavier(lift, heaviest))) lifts.push(lift)
      }
      return lifts.reverse()
    },
  }
}

const isHeavier = (left: RepetitionLoad, right: RepetitionLoad) =>
  isAbove(scoreOf({ type: 'WEIGHT', ...left.load }), scoreOf({ type: 'WEIGHT', ...right.load }))
