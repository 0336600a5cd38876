import t from 'tap'
import { race } from './race.js'
import { openRace } from './race-ground.js'

t.test('whatever eight writers do at once, four readers end with what the server has', async t => {
  const result = await race({ ...(await openRace(t, 20)), writers: 8, readers: 4, writes: 400 })
  t.match(result, { astray: 0, lost: 0 }, JSON.stringify(result))
  t.ok(Number(result.statuses.APPLIED) > 100, JSON.stringify(result))
})
