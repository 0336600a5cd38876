import tap from 'tap'
import { nextTrainingDate } from '../../../../src/features/progress/enrollments/status.js'
import type { Weekday } from '../../../../src/lib/calendar.js'

const berlin = { startDate: '2026-03-01', timezone: 'Europe/Berlin', weekdays: [] as Weekday[] }
const at = (time: string) => new Date(time)

tap.test('returns neither a past date nor one before the start', t => {
  t.equal(nextTrainingDate(berlin, null, at('2026-03-10T22:59:00Z')), '2026-03-10')
  t.equal(
    nextTrainingDate(berlin, null, at('2026-03-10T23:00:00Z')),
    '2026-03-11',
    'the next day has begun in Berlin',
  )
  t.equal(
    nextTrainingDate({ ...berlin, startDate: '2026-04-06' }, null, at('2026-03-10T12:00:00Z')),
    '2026-04-06',
  )
  t.end()
})

tap.test('returns a date after the last counted day in the time zone of the enrollment', t => {
  const now = at('2026-03-10T12:00:00Z')
  t.equal(nextTrainingDate(berlin, at('2026-03-09T12:00:00Z'), now), '2026-03-10')
  t.equal(nextTrainingDate(berlin, at('2026-03-10T06:00:00Z'), now), '2026-03-11')
  t.equal(
    nextTrainingDate(berlin, at('2026-03-09T23:30:00Z'), now),
    '2026-03-11',
    'the counted day is the current one in Berlin',
  )
  t.equal(nextTrainingDate({ ...berlin, timezone: 'UTC' }, at('2026-03-09T23:30:00Z'), now), '2026-03-10')
  t.end()
})

tap.test('returns a date on a chosen weekday, also across clock changes', t => {
  const sunday = { ...berlin, weekdays: ['SUNDAY' as const] }
  // In Berlin, March 29, 2026 has 23 hours and October 25 has 25.
  t.equal(nextTrainingDate(sunday, null, at('2026-03-28T22:30:00Z')), '2026-03-29')
  t.equal(
    nextTrainingDate(sunday, null, at('2026-03-28T23:30:00Z')),
    '2026-03-29',
    'Sunday has begun in Berlin',
  )
  t.equal(
    nextTrainingDate(sunday, null, at('2026-03-29T21:59:00Z')),
    '2026-03-29',
    'Sunday has not ended in summer time',
  )
  t.equal(nextTrainingDate(sunday, null, at('2026-03-29T22:00:00Z')), '2026-04-05')
  t.equal(nextTrainingDate(sunday, at('2026-03-29T08:00:00Z'), at('2026-03-29T09:00:00Z')), '2026-04-05')
  t.equal(nextTrainingDate(sunday, at('2026-10-24T22:30:00Z'), at('2026-10-25T22:30:00Z')), '2026-11-01')
  t.equal(nextTrainingDate(sunday, at('2026-10-23T22:30:00Z'), at('2026-10-25T22:59:00Z')), '2026-10-25')
  const some = { ...berlin, weekdays: ['MONDAY' as const, 'THURSDAY' as const] }
  t.equal(nextTrainingDate(some, at('2026-03-09T12:00:00Z'), at('2026-03-09T13:00:00Z')), '2026-03-12')
  t.equal(nextTrainingDate(some, at('2026-03-12T12:00:00Z'), at('2026-03-12T13:00:00Z')), '2026-03-16')
  t.end()
})
