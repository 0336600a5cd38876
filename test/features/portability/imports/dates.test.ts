import t from 'tap'
import { parseDate } from '../../../../src/features/portability/imports/parsing/dates.js'
import { monthLocales } from '../../../../src/features/portability/imports/parsing/month-names.js'

const read = (text: string, zone = 'UTC') => parseDate(text, zone)?.date.toISOString()

t.test('parses the date formats of both apps', async t => {
  const cases: [text: string, moment: string | undefined][] = [
    ['2026-05-15 19:26:05', '2026-05-15T19:26:05.000Z'],
    ['2026-05-15 7:26:05 PM', '2026-05-15T19:26:05.000Z'],
    ['2026-05-15 7:26:05\u202fPM', '2026-05-15T19:26:05.000Z'],
    ['2026-05-15 12:05:00\u202fAM', '2026-05-15T00:05:00.000Z'],
    ['2026-05-15 12:05:00 pm', '2026-05-15T12:05:00.000Z'],
    ['2026-05-15T19:26:05.250Z', '2026-05-15T19:26:05.250Z'],
    ['2026-05-15 19:26:05+02:00', '2026-05-15T17:26:05.000Z'],
    ['2026-05-15 19:26:05-0330', '2026-05-15T22:56:05.000Z'],
    ['May 15, 2026, 7:26 PM', '2026-05-15T19:26:00.000Z'],
    ['15 May 2026, 19:26', '2026-05-15T19:26:00.000Z'],
    ['7 sept 2026, 19:26', '2026-09-07T19:26:00.000Z'],
    ['27 de jul. de 2026, 19:26', '2026-07-27T19:26:00.000Z'],
    ['3 févr. 2026, 06:05', '2026-02-03T06:05:00.000Z'],
    ['1 août 2026, 06:05', '2026-08-01T06:05:00.000Z'],
    ['15.05.2026, 19:26', '2026-05-15T19:26:00.000Z'],
    ['15.5.2026 klo 19.26', '2026-05-15T19:26:00.000Z'],
    ['2026年5月15日 19:26', '2026-05-15T19:26:00.000Z'],
    ['2026年5月15日 午後7:26', '2026-05-15T19:26:00.000Z'],
    ['2026. 5. 15. 오후 7:26', '2026-05-15T19:26:00.000Z'],
    ['5/15/2026 19:26', '2026-05-15T19:26:00.000Z'],
    ['15/5/2026 19:26', '2026-05-15T19:26:00.000Z'],
    ['2026-05-15', '2026-05-15T00:00:00.000Z'],
    // The date can be May 4 or April 5.
    ['4/5/2026 19:26', undefined],
    ['2026-02-30 10:00:00', undefined],
    ['2026-05-15 25:00:00', undefined],
    ['2026-05-15 13:00 PM', undefined],
    ['15 Brumaire 2026, 10:00', undefined],
    ['', undefined],
    ['yesterday', undefined],
    ['9'.repeat(1000), undefined],
  ]
  for (const [text, moment] of cases) t.equal(read(text), moment, text)
})

t.test(
  'reads a date without an offset in the given time zone: after a gap, or in the first of two equal hours',
  async t => {
    const cases: [zone: string, text: string, moment: string][] = [
      ['Europe/Berlin', '2026-07-01 12:00:00', '2026-07-01T10:00:00.000Z'],
      ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
      ['Europe/Berlin', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
      ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
      ['Europe/Berlin', '2026-10-25 03:30:00', '2026-10-25T02:30:00.000Z'],
      ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
      ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
      ['Australia/Lord_Howe', '2026-10-04 02:15:00', '2026-10-03T15:45:00.000Z'],
      ['Asia/Kolkata', '2026-01-01 05:30:00', '2026-01-01T00:00:00.000Z'],
      ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30T22:00:00.000Z'],
      ['UTC', '2026-03-29 02:30:00', '2026-03-29T02:30:00.000Z'],
    ]
    for (const [zone, text, moment] of cases) t.equal(read(text, zone), moment, `${text} in ${zone}`)
    t.equal(parseDate('2026-07-01 12:00:00', 'Asia/Tokyo')?.key, '2026-07-01T12:00:00')
    t.equal(parseDate('1 Jul 2026, 12:00', 'UTC')?.key, '2026-07-01T12:00:00')
  },
)

t.test('parses the long and short names of all months in every language', async t => {
  for (const locale of monthLocales)
    for (const dateStyle of ['medium', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: 'short', timeZone: 'UTC' })
      for (let month = 0; month < 12; month++) {
        const date = new Date(Date.UTC(2026, month, 27, 18, 5))
        t.equal(read(format.format(date)), date.toISOString(), `${locale}: ${format.format(date)}`)
      }
    }
})
