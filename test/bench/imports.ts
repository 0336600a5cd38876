/**
 * Measures memory, event loop usage and the longest interval between progress updates of an import of a million lines.
 * The embedded database holds its data, including the imported records, in memory: there, a preview, which stores
 * nothing, measures the parsing; with MONGODB_URI, the import itself is measured. Fails above its limits.
 * Run: npm run build && node dist/test/bench/imports.js [lines]
 */
import { seconds } from '../../src/lib/quantities.js'
import { importing } from './imports/importing.js'
import { packedTable } from './imports/table.js'
import { costOf, monitor } from './process-cost.js'
import { start } from './service.js'

const lines = Number(process.argv[2] ?? 1_000_000)
/** Warm-up, so that code compiled once and the young generation do not count. */
const warmUp = 20_000

/** Limits of the preview, or of an import into its own database. */
const expected = { memoryGrowthMiB: 64, loopBlockedMs: 100, longestIntervalMs: 1000 }

const longRun = { JWT_ACCESS_TOKEN_EXPIRES_IN: '1d', MAX_EVENT_LOOP_DELAY: `${30 * seconds}ms` }
const service = await start(longRun, { preload: monitor })
const { send, ended } = importing(service.url, (await service.logIn()).accessToken)
await ended(await send(packedTable(warmUp, { title: 'Warm-up' })))

for (const dryRun of ['true', 'false']) {
  const id = await send(packedTable(lines), { dryRun })
  const { result, cost } = await costOf(service, () => ended(id))
  const found = { dryRun, ...result, ...cost }
  console.log(found)
  const keepsNothing = dryRun === 'true' || process.env['MONGODB_URI'] !== undefined
  const isTooExpensive =
    found.loopBlockedMs > expected.loopBlockedMs || found.longestIntervalMs > expected.longestIntervalMs
  if (isTooExpensive || (keepsNothing && found.memoryGrowthMiB > expected.memoryGrowthMiB))
    process.exitCode = 1
}
await service.stop()
