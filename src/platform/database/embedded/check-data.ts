// Run as a process of its own: a damaged file can end whoever reads it, with a signal that nobody can catch.
import { ABORT } from 'lmdb'
import { KiB } from '../../../lib/quantities.js'
import { openLmdb, otherReader, type Lmdb } from './lmdb.js'

/** @throws Error */
function check(env: Lmdb): void {
  // Whoever has the folder open writes to it meanwhile. The start is refused for that.
  if (otherReader(env) !== undefined) return
  const { entryCount } = env.getStats() as { entryCount: number }
  let count = 0
  let lastKey: [string, string] = ['', '']
  for (const { key, value } of env.getRange()) {
    if (!isWhole(value)) throw new Error(`${key.join(' ')} is no document`)
    count++
    lastKey = key
  }
  if (count !== entryCount) throw new Error(`${count} of ${entryCount} documents`)
  // What is wrong with the pages that are free shows where one is taken. Nothing comes of it.
  env.transactionSync(() => {
    env.putSync(lastKey, Buffer.alloc(64 * KiB))
    return ABORT
  })
}

/** A document of BSON begins with its length and ends with a zero. What is between is looked at when it is read. */
function isWhole(bytes: Uint8Array): boolean {
  if (bytes.length < 5) return false
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true)
  return length === bytes.length && bytes.at(-1) === 0
}

const [path = ''] = process.argv.slice(2)
try {
  const env = openLmdb(path)
  check(env)
  await env.close()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
