/**
 * Checks that readers of the change feed miss nothing: eight writers of one user and four readers on two instances that
 * share the MongoDB of TEST_MONGODB_URI, with lost responses to commits; or on one instance with the embedded database.
 * Run: npm run build && node dist/test/bench/feed.js [writes]
 */
import './without-runner.js'
import { runRace } from '../features/portability/sync/race.js'
import { openRace } from '../features/portability/sync/open-race.js'

const writes = Number(process.argv[2] ?? 10_000)
const teardowns: (() => unknown)[] = []
const instances = await openRace(
  { teardown: teardown => void teardowns.push(teardown) },
  Math.ceil(writes / 20),
)
const start = Date.now()
const result = await runRace({ ...instances, writers: 8, readers: 4, writes })
console.log(`${writes} writes in ${((Date.now() - start) / 1000).toFixed(0)} s:`, JSON.stringify(result))
for (const teardown of teardowns.toReversed()) await teardown()
// The test runner that the helpers import would wait for tests.
process.exit(result.divergentReaders === 0 ? 0 : 1)
