import type { ClientStorage } from './storage.js'
import { toJsonTexts } from './json-texts.js'

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
      for (const [key, text] of toJsonTexts(changes))
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
