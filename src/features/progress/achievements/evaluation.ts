import type { CounterName } from './counters.js'
import type { Definition } from './definitions.js'
import type { Earned, EarnedByKey } from './head-part.js'
import type { Achievement } from './models.js'

const nothing: Earned = { tiers: [], times: 0 }

/** What is earned now and was not before: of a tier each once, of a repeatable one as often as the counter says. */
export function newlyEarned(
  definitions: readonly Definition[],
  count: (name: CounterName) => number,
  earned: EarnedByKey,
  now: Date,
): EarnedByKey {
  const changes: EarnedByKey = {}
  for (const { key, counter, tiers, isRepeatable = false } of definitions) {
    const before = earned[key] ?? nothing
    const value = count(counter)
    const reached = tiers.filter(tier => value >= tier).length
    const times = isRepeatable ? Math.floor(value / (tiers[0] ?? 1)) : reached
    // What was earned stays, whatever becomes of the workouts.
    if (times <= before.times) continue
    const dates = tiers.slice(0, reached).map((_, at) => before.tiers[at] ?? now)
    changes[key] = { tiers: [...dates, ...before.tiers.slice(dates.length)], times }
  }
  return changes
}

/** An achievement as somebody stands in it. */
export function achievementOf(
  { key, kind, counter, tiers, isRepeatable = false, isHidden = false }: Definition,
  count: (name: CounterName) => number,
  earned: Earned = nothing,
): Omit<Achievement, 'name' | 'description'> {
  const [first = 1] = tiers
  const target = isRepeatable
    ? (earned.times + 1) * first
    : (tiers[earned.tiers.length] ?? tiers.at(-1) ?? first)
  return {
    ...{ key, kind, isHidden, isRepeatable },
    tiers: tiers.map((value, at) => ({ value, earnedAt: earned.tiers[at] ?? null })),
    progress: { value: count(counter), target },
    earnedAt: earned.tiers[0] ?? null,
    timesEarned: earned.times,
  }
}
