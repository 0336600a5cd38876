import type { Entity } from '../database.js'

/** Keeps the documents that were used last in decoded form. */
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

/** @param maxSize the limit for the total size of the serialized documents, in bytes */
export function createDocumentCache(maxSize: number): DocumentCache {
  /** The document that was used last is at the end. */
  const cached = new Map<string, CachedDocument>()
  let total = 0

  function remove(key: string) {
    total -= cached.get(key)?.size ?? 0
    cached.delete(key)
  }

  return {
    get(key) {
      const found = cached.get(key)
      if (!found) return undefined
      cached.delete(key)
      cached.set(key, found)
      return found.document
    },
    set(key, document, size) {
      remove(key)
      if (size > maxSize) return
      cached.set(key, { document, size })
      total += size
      for (const oldest of cached.keys()) {
        if (total <= maxSize) break
        remove(oldest)
      }
    },
    delete: remove,
    clear() {
      cached.clear()
      total = 0
    },
  }
}
