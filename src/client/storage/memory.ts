import type { ClientStorage } from './storage.js'

/** Keeps the data until the app ends. */
export function memoryStorage(): ClientStorage {
  const values = new Map<string, string>()
  return {
    async get(key) {
      const value = values.get(key)
      return value === undefined ? undefined : (JSON.parse(value) as unknown)
    },
    async list(prefix) {
      const keys = [...values.keys()].filter(key => key.startsWith(prefix)).sort()
      return keys.map(key => [key, JSON.parse(values.get(key) ?? 'null') as unknown])
    },
    async write(changes) {
      // Texts keep what was written, whatever happens to the objects afterwards.
      const texts = changes.map(
        ({ key, value }) => [key, value === undefined ? null : JSON.stringify(value)] as const,
      )
      for (const [key, text] of texts)
        if (text === null) values.delete(key)
        else values.set(key, text)
    },
    async clear() {
      values.clear()
    },
    async close() {
      // Nothing is open.
    },
  }
}
