import type { CounterName } from './counters.js'
import type { Definition } from './definitions.js'
import type { Earned, EarnedByKey } from './head-part.js'
import type { Achievement } from './models.js'

const notEarned: Earned = { tiers: [], times: 0 }

/** Returns the achievements with newly reached tiers or repetitions, with their complete new state. */
export function newlyEarned(
  definitions: readonly Definition[],
  count: (name: CounterName) => number,
  earned: EarnedByKey,
  now: Date,
): EarnedByKey {
  const changes: EarnedByKey = {}
  for (const { key, counter, tiers, isRepeatable = false } of definitions) {
    const before = earned[key] ?? notEarned
    const value = count(counter)
    const reached = tiers.filter(tier => value >= tier).length
    const times = isRepeatable ? Math.floor(value / (tiers[0] ?? 1)) : reached
    // Earned achievements are kept even if the counter decreases.
    if (times <= before.times) continue
    const dates = tiers.slice(0, reached).map((_, index) => before.tiers[index] ?? now)
    changes[key] = { tiers: [...dates, ...before.tiers.slice(dates.length)], times }
  }
  return changes
}

export function achievementOf(
  { key, kind, counter, tiers, isRepeatable = false, isHidden = false }: Definition,
  count: (name: CounterName) => number,
  earned: Earned = notEarned,
): Omit<Achievement, 'name' | 'description'> {
  const [first = 1] = tiers
  const target = isRepeatable
    ? (earned.times + 1) * first
    : (tiers[earned.tiers.length] ?? tiers.at(-1) ?? first)
  return {
    key,
    kind,
    isHidden,
    isRepeatable,
    tiers: tiers.map((value, index) => ({ value, earnedAt: earned.tiers[index] ?? null })),
    progress: { value: count(counter), target },
    earnedAt: earned.tiers[0] ?? null,
    timesEarned: earned.times,
  }
}
