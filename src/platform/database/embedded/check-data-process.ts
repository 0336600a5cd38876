// Run as a process of its own: a damaged file can end whoever reads it, with a signal that nobody can catch.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ABORT } from 'lmdb'
import { KiB } from '../../../lib/quantities.js'
import { openCurrentFiles, findOtherProcess, type Lmdb } from './lmdb.js'

interface Stats {
  entryCount: number
  lastPageNumber: number
  /** In bytes. */
  pageSize: number
}

/** @throws Error */
function check(env: Lmdb, folder: string): void {
  // Whoever has the folder open writes to it meanwhile. The start is refused for that.
  if (findOtherProcess(env) !== undefined) return
  const { entryCount, lastPageNumber, pageSize } = env.getStats() as Stats
  assertNotTruncated(join(folder, 'data.mdb'), { pageCount: lastPageNumber + 1, pageSize })
  let count = 0
  let lastKey: [string, string] = ['', '']
  for (const { key, value } of env.getRange()) {
    if (!isCompleteDocument(value)) throw new Error(`${key.join(' ')} is no document`)
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

/**
 * lmdb by itself never writes those last pages that a commit takes and gives back at once, and reads a file without
 * them. Ours has them: before each commit the file grows by more than it takes.
 * @throws Error where the end of the file is missing, even if no document was there
 */
function assertNotTruncated(
  file: string,
  { pageCount, pageSize }: { pageCount: number; pageSize: number },
): void {
  const whole = Math.floor(statSync(file).size / pageSize)
  if (whole < pageCount) throw new Error(`its end is missing: ${whole} of ${pageCount} pages are there`)
}

/** A document of BSON begins with its length and ends with a zero. What is between is looked at when it is read. */
function isCompleteDocument(bytes: Uint8Array): boolean {
  if (bytes.length < 5) return false
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true)
  return length === bytes.length && bytes.at(-1) === 0
}

const [path = ''] = process.argv.slice(2)
try {
  const env = await openCurrentFiles(path)
  check(env, path)
  await env.close()
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
