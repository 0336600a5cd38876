// Runs in a separate process, so that copying does not block requests. Copies all documents of a data file to an empty
// one, without any remains of overwritten or deleted documents.
import { constants, setPriority } from 'node:os'
import { MiB } from '../../../lib/quantities.js'
import type { Change } from './overlay.js'
import { openCurrentFiles, openLmdb, type Lmdb } from './lmdb.js'
import { openDiskReservation } from './disk-reservation.js'
import { writeChanges } from './write-changes.js'

// The limits of one commit.
const batchBytes = 2 * MiB
const batchDocuments = 5000

async function copy(source: string, target: string): Promise<void> {
  const env = await openCurrentFiles(source, { readOnly: true })
  const copied = openLmdb(target)
  const reservation = await openDiskReservation(copied, target)
  let batch: Change[] = []
  let bytes = 0
  let count = 0
  const expected = countEntries(env)
  for (const { key, value } of env.getRange()) {
    batch.push({ collection: key[0], id: key[1], bytes: value })
    bytes += value.length
    count++
    if (bytes < batchBytes && batch.length < batchDocuments) continue
    await writeChanges(copied, reservation, batch)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) await writeChanges(copied, reservation, batch)
  if (count !== expected || countEntries(copied) !== expected)
    throw new Error(`${count} of ${expected} documents were copied`)
  await copied.close()
  await reservation.close()
  await env.close()
}

const countEntries = (env: Lmdb): number => (env.getStats() as { entryCount: number }).entryCount

const [source = '', target = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_LOW)
// The pipe closes when the service is killed. Exit then, because its next start needs the folder for itself.
process.stdin.on('end', () => process.exit(1)).resume()
try {
  await copy(source, target)
  process.exit(0)
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
