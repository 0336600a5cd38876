import t from 'tap'
import { isTimeZone } from '../../src/lib/time-zones.js'

t.test('accepts current and former names of time zones repeatedly', async t => {
  for (const name of ['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'UTC'])
    t.ok(isTimeZone(name), name)
})

t.test('rejects offsets, unknown places and other texts repeatedly', async t => {
  for (const text of ['+01:00', 'Europe/Atlantis', '', ' UTC', 'Europe/', 'x'.repeat(100), 'Europe/Atlantis'])
    t.notOk(isTimeZone(text), text)
})
