import tap from 'tap'
import { addDays, dateIn, isDate, weekdayOf } from '../../src/lib/calendar.js'

tap.test('returns the date in the time zone', t => {
  const rows: [string, string, string][] = [
    ['UTC', '2026-05-04T23:59:59.999Z', '2026-05-04'],
    ['Europe/Berlin', '2026-05-04T21:59:59.999Z', '2026-05-04'],
    ['Europe/Berlin', '2026-05-04T22:00:00.000Z', '2026-05-05'],
    // In winter, midnight in Berlin is one hour later in UTC.
    ['Europe/Berlin', '2026-01-04T22:30:00.000Z', '2026-01-04'],
    ['Pacific/Kiritimati', '2026-05-04T10:00:00.000Z', '2026-05-05'],
    ['Pacific/Pago_Pago', '2026-05-04T10:59:00.000Z', '2026-05-03'],
    ['America/New_York', '2024-02-29T12:00:00.000Z', '2024-02-29'],
    ['asia/kolkata', '2026-12-31T18:30:00.000Z', '2027-01-01'],
  ]
  for (const [zone, moment, date] of rows) t.equal(dateIn(zone, new Date(moment)), date, `${zone} ${moment}`)
  t.end()
})

tap.test('counts calendar days', t => {
  t.equal(addDays('2026-03-28', 1), '2026-03-29')
  t.equal(addDays('2026-03-28', 2), '2026-03-30')
  t.equal(addDays('2024-02-28', 1), '2024-02-29')
  t.equal(addDays('2026-01-01', -1), '2025-12-31')
  t.equal(weekdayOf('2026-05-04'), 'MONDAY')
  t.equal(weekdayOf('2026-05-10'), 'SUNDAY')
  t.equal(weekdayOf('2024-02-29'), 'THURSDAY')
  t.end()
})

tap.test('accepts only existing dates', t => {
  for (const date of ['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31']) t.ok(isDate(date), date)
  for (const date of [
    '2026-02-29',
    '2026-13-01',
    '2026-1-1',
    '2026-00-10',
    '10000-01-01',
    '',
    '2026-01-01T00:00',
  ])
    t.notOk(isDate(date), date)
  t.end()
})
