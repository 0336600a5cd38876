import t from 'tap'
import { isolatedSettings } from '../../../helper.js'
import { seedDatabase } from '../../../seeded-database.js'
import { killWhileFinishing } from './finishing.js'

t.test('writes all data derived from a finished workout or none if the process is killed', async t => {
  const settings = isolatedSettings(t)
  await seedDatabase(settings)
  for (let kill = 0; kill < 3; kill++) {
    const { acknowledged, counts } = await killWhileFinishing(settings)
    const [count = -1] = Object.values(counts)
    t.ok(count >= acknowledged, `${acknowledged} were acknowledged`)
    t.same(new Set(Object.values(counts)), new Set([count]), JSON.stringify(counts))
  }
})
