import t from 'tap'
import { runRace } from './race.js'
import { openRace } from './open-race.js'

t.test('brings four readers to the state of the server after concurrent writes of eight clients', async t => {
  const result = await runRace({ ...(await openRace(t, 20)), writers: 8, readers: 4, writes: 400 })
  t.match(result, { divergentReaders: 0, lostWrites: 0 }, JSON.stringify(result))
  t.ok(Number(result.statuses.APPLIED) > 100, JSON.stringify(result))
})
