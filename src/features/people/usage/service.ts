import type { DeprecatedFieldUse } from './models.js'
import type { UsageStore } from './store.js'

/** How many pairs of field and app wait to be written; more are not counted until then. */
const waitingLimit = 1000
const listed = 100

interface Dependencies {
  uses: UsageStore
  clock: () => Date
}

/** Counts the use of deprecated fields, so that one knows when they can go. Written now and then, not per request. */
export function usageService({ uses, clock }: Dependencies) {
  const waiting = new Map<string, DeprecatedFieldUse>()

  function count(use: DeprecatedFieldUse): void {
    const { field, clientName, clientVersion } = use
    const key = JSON.stringify([field, clientName, clientVersion])
    const known = waiting.get(key)
    if (known) {
      known.count += use.count
      known.lastUsedAt = new Date(Math.max(known.lastUsedAt.getTime(), use.lastUsedAt.getTime()))
    } else if (waiting.size < waitingLimit) waiting.set(key, use)
  }

  async function flush(): Promise<void> {
    const written = [...waiting.values()]
    waiting.clear()
    for (let use = written.pop(); use; use = written.pop()) {
      try {
        await uses.add(use)
      } catch (error) {
        // They wait for the next time.
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

    /** The latest first. */
    async deprecatedFieldUses(): Promise<DeprecatedFieldUse[]> {
      await flush()
      return uses.latest(listed)
    },
  }
}

export type UsageService = ReturnType<typeof usageService>
