import type { ProfileService } from '../profile/service.js'
import type { WeightMeasurement } from '../profile/body-weight.js'
import type { BodyWeightStore } from './body-weight-store.js'
import {
  applyBodyWeightChanges,
  affectedSpans,
  type DaySpan,
  type BodyWeightChanges,
} from './body-weight-changes.js'

interface Dependencies {
  weights: BodyWeightStore
  profile: Pick<ProfileService, 'updateMeasuredWeight'>
}

export interface BodyWeightChange {
  /** The dates on which the body weight has changed. */
  spans: readonly DaySpan[]
  /** All body weights after the change, ordered by date. */
  bodyWeights: readonly WeightMeasurement[]
}

/** Is called in the transaction of the change, after the profile has been updated. */
export type BodyWeightListener = (userId: string, change: BodyWeightChange) => Promise<void>

/** Keeps the body weights by date, and updates what depends on them. */
export function createBodyWeightHistory({ weights, profile }: Dependencies) {
  const listeners: BodyWeightListener[] = []

  async function notify(userId: string, change: BodyWeightChange): Promise<void> {
    await profile.updateMeasuredWeight(userId, change.bodyWeights)
    for (const listener of listeners) await listener(userId, change)
  }

  return {
    /** Must be called in the transaction of the changes. */
    async applyChanges(userId: string, requested: BodyWeightChanges): Promise<void> {
      if (requested.size === 0) return
      const before = await weights.all(userId)
      const knownDates = new Set(before.map(({ date }) => date))
      const changes = new Map(
        [...requested].filter(([date, weight]) => weight !== null || knownDates.has(date)),
      )
      if (changes.size === 0) return
      const after = applyBodyWeightChanges(before, changes)
      await weights.write(userId, before, changes)
      await notify(userId, { spans: affectedSpans(changes, after), bodyWeights: after })
    },

    async clear(userId: string): Promise<void> {
      const [first] = await weights.all(userId)
      if (!first) return
      await weights.erase(userId)
      await notify(userId, { spans: [{ from: first.date, to: null }], bodyWeights: [] })
    },

    around: weights.around,

    onChange(listener: BodyWeightListener): void {
      listeners.push(listener)
    },
  }
}

export type BodyWeightHistory = ReturnType<typeof createBodyWeightHistory>
