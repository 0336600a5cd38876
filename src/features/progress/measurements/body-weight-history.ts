import type { CalendarDate } from '../../../lib/calendar.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import type { BodyWeightStore } from './body-weight-store.js'
import {
  applyBodyWeightChanges,
  affectedSpans,
  type DaySpan,
  type BodyWeightChanges,
} from './body-weight-changes.js'

interface Dependencies {
  weighings: BodyWeightStore
  profile: Pick<ProfileService, 'updateMeasuredWeight'>
}

/** Days on which the body has another weight than it had. */
export interface BodyWeightChange {
  spans: readonly DaySpan[]
  /** All that there are now, in the order of their days. */
  bodyWeights: readonly WeightMeasurement[]
}

/** Has follow what depends on the weight of the body. In the transaction that changes it, after the profile's. */
export type BodyWeightListener = (userId: string, change: BodyWeightChange) => Promise<void>

/** The weights of the body, by day, and what follows from them. */
export function bodyWeightHistory({ weighings, profile }: Dependencies) {
  const followers: BodyWeightListener[] = []

  async function settle(userId: string, change: BodyWeightChange): Promise<void> {
    await profile.updateMeasuredWeight(userId, change.bodyWeights)
    for (const follow of followers) await follow(userId, change)
  }

  return {
    /** In the transaction of the changes. Where no weight changes, nothing is read or written. */
    async applyChanges(userId: string, told: BodyWeightChanges): Promise<void> {
      if (told.size === 0) return
      const before = await weighings.all(userId)
      const known = new Set(before.map(({ date }) => date))
      const changes = new Map([...told].filter(([date, weighing]) => weighing !== null || known.has(date)))
      if (changes.size === 0) return
      const after = applyBodyWeightChanges(before, changes)
      await weighings.write(userId, before, changes)
      await settle(userId, { spans: affectedSpans(changes, after), bodyWeights: after })
    },

    /** As if nothing had ever been weighed. */
    async clear(userId: string): Promise<void> {
      const [first] = await weighings.all(userId)
      if (!first) return
      await weighings.erase(userId)
      await settle(userId, { spans: [{ from: first.date, to: null }], bodyWeights: [] })
    },

    /** Those of some days in a row, and the latest before them, in the order of their days. */
    around: (userId: string, from: CalendarDate, to: CalendarDate): Promise<WeightMeasurement[]> =>
      weighings.around(userId, from, to),

    /** Has something follow each change from now on. */
    onChange(follower: BodyWeightListener): void {
      followers.push(follower)
    },
  }
}

export type BodyWeightHistory = ReturnType<typeof bodyWeightHistory>
