import { LRUCache } from 'lru-cache'
import { KiB, MiB } from '../../../lib/quantities.js'
import type { Entity } from '../database.js'

/** Keeps decoded documents. */
export interface DocumentCache {
  get(key: string): Entity | undefined
  /** @param size the size of the serialized document, in bytes */
  set(key: string, document: Entity, size: number): void
  delete(key: string): void
  clear(): void
}

interface CachedDocument {
  document: Entity
  size: number
}

/** The maximum sizes of the cached documents, in bytes of their serialized form. */
const maxRecentSize = 128 * KiB
const maxFrequentSize = 4 * MiB
/** The maximum number of keys of documents that are no longer recent. */
const maxFormerKeys = 2000

/**
 * Creates a cache with the 2Q algorithm: a document is kept for a short time after its first use, and for longer if it is
 * used again after that time. Most documents of a large database are used for the screens of one person only. If they were
 * kept for longer, only a major garbage collection would free them, and the process would need 1.5 times the memory
 * (test/bench/one-machine.js).
 */
export function createDocumentCache(): DocumentCache {
  const formerKeys = new LRUCache<string, true>({ max: maxFormerKeys })
  const recent = new LRUCache<string, CachedDocument>({
    maxSize: maxRecentSize,
    sizeCalculation: ({ size }) => size,
    dispose: (_document, key, reason) => {
      if (reason === 'evict') formerKeys.set(key, true)
    },
  })
  const frequent = new LRUCache<string, CachedDocument>({
    maxSize: maxFrequentSize,
    sizeCalculation: ({ size }) => size,
  })

  return {
    get: key => (frequent.get(key) ?? recent.get(key))?.document,
    set(key, document, size) {
      if (frequent.has(key) || formerKeys.delete(key)) frequent.set(key, { document, size })
      else if (size <= maxRecentSize) recent.set(key, { document, size })
      else {
        recent.delete(key)
        formerKeys.set(key, true)
      }
    },
    delete(key) {
      recent.delete(key)
      frequent.delete(key)
    },
    clear() {
      for (const cache of [recent, frequent, formerKeys]) cache.clear()
    },
  }
}
