import t from 'tap'
import { isTimeZone } from '../../src/lib/time-zones.js'

t.test(
  'names of time zones are known by today’s and by older names, however often they are asked for',
  async t => {
    for (const name of ['Europe/Berlin', 'UTC', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'UTC'])
      t.ok(isTimeZone(name), name)
  },
)

t.test(
  'an offset, a place that is none and what is no name are no time zones, however often they are asked for',
  async t => {
    for (const text of [
      '+01:00',
      'Europe/Atlantis',
      '',
      ' UTC',
      'Europe/',
      'x'.repeat(100),
      'Europe/Atlantis',
    ])
      t.notOk(isTimeZone(text), text)
  },
)
