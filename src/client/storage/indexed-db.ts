import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { toJsonTexts } from './json-texts.js'
import type { ClientStorage } from './storage.js'

interface Schema extends DBSchema {
  /** JSON texts. */
  values: { key: string; value: string }
}

/** Later than all other keys with the prefix. */
const endOf = (prefix: string) => `${prefix}\uFFFF`

/**
 * Keeps the data in an IndexedDB database of the browser. All pages of an origin that open the same name share the data.
 * @param name the name of the database
 */
export function indexedDbStorage(name: string): ClientStorage {
  let connection: Promise<IDBPDatabase<Schema>> | undefined

  function connect(): Promise<IDBPDatabase<Schema>> {
    const opening = openDB<Schema>(name, 1, {
      upgrade(database) {
        database.createObjectStore('values')
      },
      // Another page deletes the database, or a newer version of the app changes it: it waits until this page has closed it.
      blocking: () => void close(opening),
      // The browser has closed it, for example because the user has deleted the data of the site.
      terminated: () => forget(opening),
    })
    opening.catch(() => forget(opening))
    return opening
  }

  /** The next call opens the database again. */
  function forget(closed: Promise<IDBPDatabase<Schema>>): void {
    if (connection === closed) connection = undefined
  }

  async function close(opened: Promise<IDBPDatabase<Schema>>): Promise<void> {
    forget(opened)
    // Transactions that have begun are completed.
    ;(await opened).close()
  }

  const open = () => (connection ??= connect())

  return {
    async get(key) {
      const text = await (await open()).get('values', key)
      return text === undefined ? undefined : (JSON.parse(text) as unknown)
    },
    async list(prefix) {
      const { store } = (await open()).transaction('values')
      const range = IDBKeyRange.bound(prefix, endOf(prefix))
      const [keys, texts] = await Promise.all([store.getAllKeys(range), store.getAll(range)])
      return keys.map((key, index) => [key, JSON.parse(texts[index] ?? 'null') as unknown])
    },
    async write(changes) {
      const texts = toJsonTexts(changes)
      // `strict` keeps a write that was reported as stored also if the device loses power.
      const transaction = (await open()).transaction('values', 'readwrite', { durability: 'strict' })
      const { store, done } = transaction
      const requests: Promise<unknown>[] = []
      try {
        for (const [key, text] of texts)
          requests.push(text === null ? store.delete(key) : store.put(text, key))
      } catch (error) {
        // Otherwise the requests before the failed one would be committed.
        transaction.abort()
        await Promise.allSettled([...requests, done])
        throw error
      }
      await Promise.all([...requests, done])
    },
    async clear() {
      await (await open()).clear('values')
    },
    async close() {
      if (connection) await close(connection)
    },
  }
}
