import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Database, Entity } from '../../../src/platform/database/database.js'

/** The database with the pairs: a MongoDB, or a folder of the embedded database. */
export interface Place {
  folder: string
  mongodbUri?: string | undefined
}

interface Damage {
  /** The number of transactions that were acknowledged or that a reader has seen. */
  known: number
  /** The ids of documents whose pair is incomplete. */
  incomplete: string[]
  /** The ids of known pairs that are missing. */
  lost: string[]
}

/**
 * Starts a process that writes pairs of documents, each in one transaction, and reads them meanwhile; kills it after
 * some of them, and checks the remaining documents.
 */
export async function killOnce(place: Place, open: () => Promise<Database>): Promise<Damage> {
  const script = fileURLToPath(new URL('./pair-writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, place.folder, place.mongodbUri ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const known = new Set<string>()
  const enough = 1 + Math.floor(Math.random() * 60)
  for await (const id of createInterface(child.stdout)) {
    // The last line can be incomplete, because the process was killed.
    if (id.length === 24) known.add(id)
    if (known.size === enough) child.kill('SIGKILL')
  }
  await exited

  const database = await open()
  const ids = async (name: string) => {
    const found = await database.collection<Entity>(name).find({})
    return new Set(found.map(({ _id }) => _id.toHexString()))
  }
  // Read in one snapshot, because the server may still be applying a commit of the killed process.
  const [left, right] = await database.transaction('reader', async () => [
    await ids('left'),
    await ids('right'),
  ])
  await database.close()
  const incomplete = [...left, ...right].filter(id => !left.has(id) || !right.has(id))
  return { known: known.size, incomplete, lost: [...known].filter(id => !left.has(id)) }
}
