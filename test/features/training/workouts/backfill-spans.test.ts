import fc from 'fast-check'
import t from 'tap'
import { addDays } from '../../../../src/lib/calendar.js'
import {
  mergeSpans,
  type BackfillSpan,
} from '../../../../src/features/training/workouts/body-weight-backfill/spans.js'

const kg = (value: number) => ({ value, unit: 'KG' as const })
const place = (day: number) => ({ startedAt: new Date(Date.UTC(2026, 0, day)), id: '0'.repeat(24) })
const dateOf = (day: number) => addDays('2026-01-01', day)

const span = fc
  .record({
    from: fc.integer({ min: 0, max: 30 }),
    length: fc.option(fc.integer({ min: 0, max: 12 })),
    profileWeight: fc.option(fc.integer({ min: 70, max: 72 }).map(kg)),
    lastProcessed: fc.option(fc.integer({ min: 1, max: 30 }).map(place)),
  })
  .map(({ from, length, ...rest }): BackfillSpan => ({
    from: dateOf(from),
    to: length === null ? null : dateOf(from + length),
    ...rest,
  }))

const isOn = (date: string) => (one: BackfillSpan) => one.from <= date && (one.to === null || one.to >= date)
const days = Array.from({ length: 60 }, (_, day) => dateOf(day))

t.test('backfills each day once, according to its latest change, latest days first', async t => {
  const property = fc.property(fc.array(span, { maxLength: 8 }), changes => {
    const waiting = changes.reduce<BackfillSpan[]>((all, one) => mergeSpans(all, [one]), [])
    for (const date of days) {
      const expected = changes.findLast(isOn(date))
      const found = waiting.filter(isOn(date))
      t.equal(found.length, expected ? 1 : 0, date)
      const { profileWeight, lastProcessed } = found[0] ?? {}
      t.same([profileWeight, lastProcessed], [expected?.profileWeight, expected?.lastProcessed], date)
    }
    const starts = waiting.map(({ from }) => from)
    t.same(starts, starts.toSorted().reverse())
  })
  fc.assert(property, { numRuns: 60 })
})

t.test('merges adjacent days with the same change into one span', async t => {
  const one = (from: number, to: number | null, fields: Partial<BackfillSpan> = {}): BackfillSpan => ({
    ...{ from: dateOf(from), to: to === null ? null : dateOf(to), profileWeight: null, lastProcessed: null },
    ...fields,
  })
  t.same(mergeSpans([one(0, 4)], [one(5, 9), one(10, null)]), [one(0, null)])
  t.equal(mergeSpans([one(0, 4)], [one(6, 9)]).length, 2, 'keeps spans apart that have a day between them')
  t.equal(mergeSpans([one(0, 4, { profileWeight: kg(70) })], [one(5, 9)]).length, 2)
  t.equal(mergeSpans([one(0, 9, { lastProcessed: place(5) })], [one(5, 9)]).length, 2)
})
