/**
 * Kills a process that writes transactions of two documents, a hundred times, and counts partial transactions and lost
 * ones that were already visible. Uses the database of TEST_MONGODB_URI, whose data is deleted, or the embedded one.
 * Run: npm run build && node dist/test/bench/kill.js [kills]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/platform/database/open-database.js'
import { killOnce } from '../platform/database/kills.js'

const kills = Number(process.argv[2] ?? 100)
const folder = await mkdtemp(join(tmpdir(), 'kill-'))
const place = { folder, mongodbUri: process.env['TEST_MONGODB_URI'] }
const total = { known: 0, incomplete: 0, lost: 0 }
for (let kill = 0; kill < kills; kill++) {
  const { known, incomplete, lost } = await killOnce(place, () => openDatabase(place))
  total.known += known
  total.incomplete += incomplete.length
  total.lost += lost.length
}
await rm(folder, { recursive: true })
console.log(
  `${kills} kills: ${total.known} transactions seen, ${total.incomplete} incomplete, ${total.lost} lost`,
)
