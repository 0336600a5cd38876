import { LRUCache } from 'lru-cache'
import type { Database } from '../../../platform/database/database.js'
import type { ProgramVersion } from './models.js'
import { setCountOf } from './outline.js'
import { versionIdOf, type ProgramStore } from './store.js'

/** Planned sets that are kept in memory: some 20 MB. */
const maxSize = 100_000
/** What a version weighs beside its sets. */
const ownSize = 50

/** Published versions, which never change. Those that are handed out are shared: read them only. */
export function programVersionCache(
  programs: Pick<ProgramStore, 'version'>,
  database: Pick<Database, 'afterCommit'>,
  /** Told of each look into what is remembered. */
  onLookup?: (isHit: boolean) => void,
) {
  const cache = new LRUCache<string, ProgramVersion>({
    maxSize,
    sizeCalculation: ({ weeks }) => ownSize + setCountOf(weeks),
  })

  /** Null if there is no such version. */
  async function findById(id: string): Promise<ProgramVersion | null> {
    const known = cache.get(id)
    onLookup?.(known !== undefined)
    if (known) return known
    const version = await programs.version(id)
    // What a transaction reads may be its own, and be gone with it.
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
