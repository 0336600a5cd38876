import { setImmediate as nextTurn } from 'node:timers/promises'
import { seconds } from '../../../lib/quantities.js'
import { DatabaseUnavailableError } from '../database.js'
import type { Database, Entity, Index } from '../database.js'
import { embeddedCollection, frozenEntity } from './collection.js'
import { createDocuments } from './documents.js'
import type { Documents } from './documents.js'
import { compileFilter } from './query.js'
import { openDisk } from './disk.js'
import type { Change, Disk } from './disk.js'

const sweepInterval = 60 * seconds

export interface EmbeddedDatabase extends Database {
  /** Deletes what has expired at a moment. It happens by itself every minute and in `prepare`. */
  sweep(now: Date): Promise<void>
}

/**
 * A database in one folder, for one process: documents in memory, on disk before they are acknowledged.
 * @throws Error when another process has the folder open
 */
export async function openEmbedded(folder: string): Promise<EmbeddedDatabase> {
  const disk = await openDisk(folder)
  try {
    return await embeddedDatabase(disk)
  } catch (error) {
    await disk.close()
    throw error
  }
}

/** The same over any disk: a test can have a disk that fails. */
export async function embeddedDatabase(disk: Disk): Promise<EmbeddedDatabase> {
  const collections = new Map<string, Held>()
  let failure: unknown

  function held(name: string): Held {
    const known = collections.get(name) ?? { documents: createDocuments(), wanted: [], indexes: [] }
    collections.set(name, known)
    return known
  }

  async function load() {
    for (const { documents } of collections.values()) documents.clear()
    let count = 0
    for await (const { collection, bytes } of disk.load()) {
      held(collection).documents.insert(frozenEntity(bytes))
      if (++count % 1000 === 0) await nextTurn()
    }
  }

  function assertAvailable() {
    if (failure) throw new DatabaseUnavailableError({ cause: failure })
  }

  async function write(changes: Change[]) {
    try {
      await disk.write(changes)
    } catch (cause) {
      void recover(cause)
      throw new DatabaseUnavailableError({ cause })
    }
  }

  // Memory is ahead of the disk now, and what others did meanwhile stands on it: nothing is answered until memory
  // has been read again from the disk.
  async function recover(cause: unknown) {
    if (failure) return
    failure = cause
    try {
      await load()
      failure = undefined
    } catch (error) {
      failure = error
    }
  }

  async function sweep(now: Date) {
    assertAvailable()
    const changes: Change[] = []
    for (const [collection, { documents, indexes }] of collections) {
      for (const document of expiredDocuments(documents, indexes, now)) {
        documents.remove(document)
        changes.push({ collection, id: document._id.toHexString(), bytes: null })
      }
    }
    await write(changes)
  }

  await load()
  // A sweep that fails has made the database unavailable, and the next operation says so.
  const timer = setInterval(() => void sweep(new Date()).catch(() => undefined), sweepInterval).unref()

  return {
    collection<T extends Entity>(name: string, indexes: Index[] = []) {
      const { documents, wanted } = held(name)
      wanted.push(...indexes)
      return embeddedCollection<T>({ name, documents, assertAvailable, write })
    },
    transaction: async (_userId, work) => work(),
    afterCommit: effect => effect(),
    async prepare() {
      for (const { documents, wanted, indexes } of collections.values()) {
        for (let index = wanted.shift(); index; index = wanted.shift()) {
          documents.addIndex(index)
          indexes.push(index)
        }
      }
      await sweep(new Date())
    },
    ping: async () => assertAvailable(),
    sweep,
    async close() {
      clearInterval(timer)
      failure ??= new Error('the database is closed')
      await disk.close()
    },
  }
}

interface Held {
  documents: Documents
  /** Indexes that `prepare` has yet to create. */
  wanted: Index[]
  indexes: Index[]
}

function expiredDocuments(documents: Documents, indexes: Index[], now: Date): Entity[] {
  const expiries = indexes.flatMap(({ key, expireAfterSeconds }) =>
    expireAfterSeconds === undefined ? [] : { field: Object.keys(key)[0] ?? '', expireAfterSeconds },
  )
  if (expiries.length === 0) return []
  const tests = expiries.map(({ field, expireAfterSeconds }) =>
    compileFilter({ [field]: { $lte: new Date(now.getTime() - expireAfterSeconds * seconds) } }),
  )
  return [...documents.candidates({})].filter(document => tests.some(test => test.matches(document)))
}
