import type { DeprecatedFieldUse } from './models.js'
import type { UsageStore } from './store.js'

/** The maximum number of unwritten counts; further fields are not counted until the next write. */
const maxPending = 1000
const maxListed = 100

interface Dependencies {
  uses: UsageStore
  clock: () => Date
}

/** Counts the use of deprecated fields, which shows when they can be removed. Counts are written in intervals. */
export function usageService({ uses, clock }: Dependencies) {
  const pending = new Map<string, DeprecatedFieldUse>()

  function count(use: DeprecatedFieldUse): void {
    const { field, clientName, clientVersion } = use
    const key = JSON.stringify([field, clientName, clientVersion])
    const existing = pending.get(key)
    if (existing) {
      existing.count += use.count
      existing.lastUsedAt = new Date(Math.max(existing.lastUsedAt.getTime(), use.lastUsedAt.getTime()))
    } else if (pending.size < maxPending) pending.set(key, use)
  }

  async function flush(): Promise<void> {
    const written = [...pending.values()]
    pending.clear()
    for (let use = written.pop(); use; use = written.pop()) {
      try {
        await uses.add(use)
      } catch (error) {
        // The next flush tries again.
        for (const unwritten of [use, ...written]) count(unwritten)
        throw error
      }
    }
  }

  return {
    flush,

    recordDeprecatedFields(fields: readonly string[], app: { name: string; version: string }): void {
      for (const field of fields)
        count({
          field,
          clientName: app.name,
          clientVersion: app.version,
          count: 1,
          lastUsedAt: clock(),
        })
    },

    /** Returns the latest uses first. */
    async deprecatedFieldUses(): Promise<DeprecatedFieldUse[]> {
      await flush()
      return uses.latest(maxListed)
    },
  }
}

export type UsageService = ReturnType<typeof usageService>
