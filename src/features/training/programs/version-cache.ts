import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/database/database.js'
import type { Events } from '../../../platform/events/events.js'
import type { ProgramVersion, ProgramWeek } from './models.js'
import { countSets } from './weeks-summary.js'
import { versionIdOf, type ProgramStore } from './store.js'

/** The maximum number of planned sets in the cache, about 20 MB. */
const maxSize = 100_000
/** The size of a version without its sets. */
const baseSize = 50

/** Replaces the weeks of a version in the current transaction. */
type ChangeVersion = (id: string, weeks: readonly ProgramWeek[]) => Promise<void>

const changedTopic = 'program-version-changed'

/**
 * Caches published versions, which only change when exercises are merged. Callers share the returned objects and must not
 * modify them.
 */
export function programVersionCache(
  programs: Pick<ProgramStore, 'findVersion' | 'replaceWeeks'>,
  database: Pick<Database, 'afterCommit'>,
  events: Pick<Events, 'publish' | 'listen'>,
  /** Called for each lookup in the cache. */
  onLookup?: (isHit: boolean) => void,
) {
  const cache = new LRUCache<string, ProgramVersion>({
    maxSize,
    sizeCalculation: ({ weeks }) => baseSize + countSets(weeks),
  })

  /** The versions that transactions in progress change. */
  const changing = new Map<string, number>()
  events.listen(changedTopic, id => cache.delete(id))

  /** Null if the version does not exist. */
  async function findById(id: string): Promise<ProgramVersion | null> {
    const cached = changing.has(id) ? undefined : cache.get(id)
    onLookup?.(cached !== undefined)
    if (cached) return cached
    const version = await programs.findVersion(id)
    // Cache it after the commit: the transaction itself may have written the version and may be rolled back.
    if (version)
      database.afterCommit(() => {
        if (!changing.has(id)) cache.set(id, version)
      })
    return version
  }

  /** Runs a transaction that changes versions, and in which they are read as changed. */
  async function whileChanging<Result>(work: (change: ChangeVersion) => Promise<Result>): Promise<Result> {
    const ids = new Set<string>()
    try {
      return await work(async (id, weeks) => {
        if (!ids.has(id)) changing.set(id, (changing.get(id) ?? 0) + 1)
        ids.add(id)
        await programs.replaceWeeks(id, weeks)
        database.afterCommit(() => events.publish(changedTopic, id))
      })
    } finally {
      for (const id of ids) {
        const others = (changing.get(id) ?? 1) - 1
        if (others > 0) changing.set(id, others)
        else changing.delete(id)
      }
    }
  }

  return {
    findById,
    whileChanging,
    /** Null if the number was never published. */
    find: (programId: string, number: number) => findById(versionIdOf(programId, number)),
  }
}

export type ProgramVersions = ReturnType<typeof programVersionCache>
