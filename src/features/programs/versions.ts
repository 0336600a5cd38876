import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.js'
import type { ProgramVersion } from './models.js'
import { setCountOf } from './outline.js'
import type { ProgramStore } from './store.js'

/** Planned sets that are kept in memory: some 20 MB. */
const maxSize = 100_000
/** What a version weighs beside its sets. */
const ownSize = 50

/** Published versions, which never change. Those that are handed out are shared: read them only. */
export function programVersions(
  programs: Pick<ProgramStore, 'version'>,
  database: Pick<Database, 'afterCommit'>,
  /** Told of each look into what is remembered. */
  onLookup?: (isHit: boolean) => void,
) {
  const cache = new LRUCache<string, ProgramVersion>({
    maxSize,
    sizeCalculation: ({ weeks }) => ownSize + setCountOf(weeks),
  })

  return {
    /** Null for one that was never published. */
    async find(programId: string, number: number): Promise<ProgramVersion | null> {
      const key = `${programId} ${number}`
      const known = cache.get(key)
      onLookup?.(known !== undefined)
      if (known) return known
      const version = await programs.version(programId, number)
      // What a transaction reads may be its own, and be gone with it.
      if (version) database.afterCommit(() => cache.set(key, version))
      return version
    },
  }
}

export type ProgramVersions = ReturnType<typeof programVersions>
