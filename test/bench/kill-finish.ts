/**
 * Kills the process a hundred times at random moments while a workout is finished, and compares all data derived from
 * the workout. Uses the MongoDB of TEST_MONGODB_URI, or the embedded database.
 * Run: npm run build && node dist/test/bench/kill-finish.js [kills]
 */
import './without-runner.js'
import { killWhileFinishing } from '../features/training/workouts/finishing.js'
import { isolatedSettings } from '../helper.js'
import { seedDatabase } from '../seeded-database.js'

const kills = Number(process.argv[2] ?? 100)
const teardowns: (() => unknown)[] = []
const settings = isolatedSettings({ teardown: teardown => void teardowns.push(teardown) })
await seedDatabase(settings)
const total = { finished: 0, acknowledged: 0, inconsistent: 0, lost: 0 }
for (let kill = 0; kill < kills; kill++) {
  const { acknowledged, counts } = await killWhileFinishing(settings)
  const [count = 0, ...others] = Object.values(counts)
  total.finished += count
  total.acknowledged += acknowledged
  if (others.some(other => other !== count)) {
    total.inconsistent++
    console.log(counts)
  }
  if (count < acknowledged) total.lost++
}
for (const teardown of teardowns.toReversed()) await teardown()
const { finished, acknowledged, inconsistent, lost } = total
console.log(
  `${kills} kills: ${finished} finished, ${acknowledged} acknowledged, ${inconsistent} inconsistent, ${lost} lost`,
)
// The test runner that the helpers import would wait for tests.
process.exit(inconsistent + lost === 0 ? 0 : 1)
