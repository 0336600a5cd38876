// Runs in a separate process, because reading a damaged file can kill the process with a signal that cannot be caught.
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
  // Another process has the folder open and may be writing to it. The start fails for this reason later.
  if (findOtherProcess(env) !== undefined) return
  const { entryCount, lastPageNumber, pageSize } = env.getStats() as Stats
  assertNotTruncated(join(folder, 'data.mdb'), { pageCount: lastPageNumber + 1, pageSize })
  let count = 0
  let lastKey: [string, string] = ['', '']
  for (const { key, value } of env.getRange()) {
    if (!isCompleteDocument(value)) throw new Error(`${key.join(' ')} is not a document`)
    count++
    lastKey = key
  }
  if (count !== entryCount) throw new Error(`${count} of ${entryCount} documents`)
  // Use a free page, so that damage to the list of free pages shows. The transaction is aborted.
  env.transactionSync(() => {
    env.putSync(lastKey, Buffer.alloc(64 * KiB))
    return ABORT
  })
}

/**
 * lmdb does not write trailing pages that a commit allocates and frees, and accepts a file without them. Files of the
 * service contain them, because the file grows before each commit.
 * @throws Error if the end of the file is missing, even if it contained no document
 */
function assertNotTruncated(
  file: string,
  { pageCount, pageSize }: { pageCount: number; pageSize: number },
): void {
  const whole = Math.floor(statSync(file).size / pageSize)
  if (whole < pageCount) throw new Error(`it is truncated: it has ${whole} of ${pageCount} pages`)
}

/** A BSON document begins with its length and ends with a zero byte. Its content is only checked when it is decoded. */
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
