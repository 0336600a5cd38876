/**
 * What an import of a million lines costs the service: memory, how long its event loop is held, and the longest time in
 * which nothing was told of it. The embedded database holds all that it keeps in memory, what is imported, too: there a
 * preview, which keeps nothing, tells what the reading takes; with a MONGODB_URI the import itself does.
 * Fails where more is taken than is wanted. Run: npm run build && node dist/test/bench/imports.js [lines]
 */
import { seconds } from '../../src/lib/quantities.js'
import { importing } from './imports/importing.js'
import { packedTable } from './imports/table.js'
import { costOf, monitor } from './process-cost.js'
import { start } from './service.js'

const lines = Number(process.argv[2] ?? 1_000_000)
/** What is loaded and compiled once, and the room that is taken for short-lived objects, is nobody's import. */
const warmUp = 20_000

/** Of the preview, or on a database of its own. */
const expected = { moreMemoryMiB: 64, loopHeldMs: 100, longestSilenceMs: 1000 }

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
  const isDear = found.loopHeldMs > expected.loopHeldMs || found.longestSilenceMs > expected.longestSilenceMs
  if (isDear || (keepsNothing && found.moreMemoryMiB > expected.moreMemoryMiB)) process.exitCode = 1
}
await service.stop()
