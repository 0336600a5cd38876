import type { DeprecatedFieldUse, UsageStore } from './store.js'

/** How many pairs of field and app wait to be written; more are not counted until then. */
const waitingLimit = 1000
const listed = 100

interface Dependencies {
  uses: UsageStore
  clock: () => Date
}

/** Counts the use of deprecated fields, so that one knows when they can go. Written now and then, not per request. */
export function usageService({ uses, clock }: Dependencies) {
  let waiting = new Map<string, DeprecatedFieldUse>()

  async function flush(): Promise<void> {
    const written = waiting
    waiting = new Map()
    for (const use of written.values()) await uses.add(use)
  }

  return {
    flush,

    deprecated(fields: readonly string[], client: { name: string; version: string }): void {
      for (const field of fields) {
        const key = JSON.stringify([field, client.name, client.version])
        const known = waiting.get(key)
        if (known) {
          known.count++
          known.lastUsedAt = clock()
        } else if (waiting.size < waitingLimit) {
          const use = {
            field,
            clientName: client.name,
            clientVersion: client.version,
            count: 1,
            lastUsedAt: clock(),
          }
          waiting.set(key, use)
        }
      }
    },

    /** The latest first. */
    async deprecatedFieldUses(): Promise<DeprecatedFieldUse[]> {
      await flush()
      return uses.latest(listed)
    },
  }
}

export type UsageService = ReturnType<typeof usageService>
