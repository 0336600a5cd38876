import type { CalendarDate } from '../../../lib/calendar.js'
import type { ProfileService } from '../../people/profile/service.js'
import type { WeightMeasurement } from '../../people/profile/body-weight.js'
import type { WeighingStore } from './weighing-store.js'
import { changed, spansOf, type DaySpan, type WeighingChanges } from './weighings.js'

interface Dependencies {
  weighings: WeighingStore
  profile: Pick<ProfileService, 'updateMeasuredWeight'>
}

/** Days on which the body has another weight than it had. */
export interface WeightChange {
  spans: readonly DaySpan[]
  /** All that there are now, in the order of their days. */
  weighings: readonly WeightMeasurement[]
}

/** Has follow what depends on the weight of the body. In the transaction that changes it, after the profile's. */
export type WeightFollower = (userId: string, change: WeightChange) => Promise<void>

/** The weights of the body, by day, and what follows from them. */
export function bodyWeights({ weighings, profile }: Dependencies) {
  const followers: WeightFollower[] = []

  async function settle(userId: string, change: WeightChange): Promise<void> {
    await profile.updateMeasuredWeight(userId, change.weighings)
    for (const follow of followers) await follow(userId, change)
  }

  return {
    /** In the transaction of the changes. Where no weight changes, nothing is read or written. */
    async follow(userId: string, told: WeighingChanges): Promise<void> {
      if (told.size === 0) return
      const before = await weighings.all(userId)
      const known = new Set(before.map(({ date }) => date))
      const changes = new Map([...told].filter(([date, weighing]) => weighing !== null || known.has(date)))
      if (changes.size === 0) return
      const after = changed(before, changes)
      await weighings.write(userId, before, changes)
      await settle(userId, { spans: spansOf(changes, after), weighings: after })
    },

    /** As if nothing had ever been weighed. */
    async clear(userId: string): Promise<void> {
      const [first] = await weighings.all(userId)
      if (!first) return
      await weighings.erase(userId)
      await settle(userId, { spans: [{ from: first.date, to: null }], weighings: [] })
    },

    /** Those of some days in a row, and the latest before them, in the order of their days. */
    around: (userId: string, from: CalendarDate, to: CalendarDate): Promise<WeightMeasurement[]> =>
      weighings.around(userId, from, to),

    /** Has something follow each change from now on. */
    onChange(follower: WeightFollower): void {
      followers.push(follower)
    },
  }
}

export type BodyWeights = ReturnType<typeof bodyWeights>
