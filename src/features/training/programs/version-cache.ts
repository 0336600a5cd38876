import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/database/database.js'
import type { ProgramVersion } from './models.js'
import { countSets } from './weeks-summary.js'
import { versionIdOf, type ProgramStore } from './store.js'

/** The maximum number of planned sets in the cache, about 20 MB. */
const maxSize = 100_000
/** The size of a version without its sets. */
const baseSize = 50

/** Caches published versions, which never change. Callers share the returned objects and must not modify them. */
export function programVersionCache(
  programs: Pick<ProgramStore, 'findVersion'>,
  database: Pick<Database, 'afterCommit'>,
  /** Called for each lookup in the cache. */
  onLookup?: (isHit: boolean) => void,
) {
  const cache = new LRUCache<string, ProgramVersion>({
    maxSize,
    sizeCalculation: ({ weeks }) => baseSize + countSets(weeks),
  })

  /** Null if the version does not exist. */
  async function findById(id: string): Promise<ProgramVersion | null> {
    const cached = cache.get(id)
    onLookup?.(cached !== undefined)
    if (cached) return cached
    const version = await programs.findVersion(id)
    // Cache it after the commit: the transaction itself may have written the version and may be rolled back.
    if (version) database.afterCommit(() => cache.set(id, version))
    return version
  }

  return {
    findById,
    /** Null if the number was never published. */
    find: (programId: string, number: number) => findById(versionIdOf(programId, number)),
  }
}

export type ProgramVersions = ReturnType<typeof programVersionCache>
