import fc from 'fast-check'
import assert from 'node:assert/strict'
import t from 'tap'
import { deriveYearChanges } from '../../../../src/features/progress/analytics/year-changes.js'
import { packId, unpackId } from '../../../../src/features/progress/analytics/packed-workout.js'
import type { CompletedWorkout } from '../../../../src/features/progress/analytics/models.js'
import type { RepetitionLoad } from '../../../../src/features/progress/records/bests.js'
import { streakOf } from '../../../../src/features/progress/analytics/streak.js'
import { createSums } from '../../../../src/features/progress/analytics/sums.js'
import { dateOfDayNumber, dayNumberOf } from '../../../../src/lib/calendar.js'
import { convertLoad } from '../../../../src/lib/units.js'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Noronha',
]
const hour = 3_600_000
/** Times around clock changes, the day that Samoa skipped, and the new year. */
const turns = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2011-12-30T10:00:00Z',
  '2000-10-15T03:00:00Z',
  '2026-01-01T00:00:00Z',
]
const moment = fc
  .tuple(
    fc.constantFrom(...turns),
    fc.integer({ min: -40 * 24, max: 40 * 24 }),
    fc.constantFrom(0, 1, hour - 1),
  )
  .map(([turn, hours, more]) => new Date(Date.parse(turn) + hours * hour + more))
const ids = ['e1', 'e2', 'e3'].map(end => end.padStart(24, '0'))
const workout: fc.Arbitrary<CompletedWorkout> = fc.record({
  startedAt: moment,
  day: fc.integer({ min: 0, max: 30_000 }),
  exercises: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }).chain(some =>
    fc.tuple(
      ...some.map(exerciseId =>
        fc.record({
          exerciseId: fc.constant(exerciseId),
          sets: fc.integer({ min: 1, max: 9 }),
          volume: fc.constantFrom(0, 500, 612.349695, 0.1),
          estimate: fc.option(
            fc.record({
              value: fc.constantFrom(100, 116.66666666666667, 1e-7),
              unit: fc.constantFrom('KG', 'LB'),
            }),
          ),
          distance: fc.option(fc.constantFrom(0.5, 10_000)),
          repetitionLoads: fc.constant<RepetitionLoad[]>([{ reps: 5, load: { value: 102.5, unit: 'LB' } }]),
        }),
      ),
    ),
  ),
})
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(workout)), { maxLength: 25 })

/** Applies changes and returns the packed workouts. */
function packedWorkouts(changes: readonly (readonly [number, CompletedWorkout | null])[]) {
  const years = new Map<number, Map<string, string>>()
  const workouts = new Map<number, CompletedWorkout>()
  let sizes: Record<number, number> = {}
  for (const [number, after] of changes) {
    const before = workouts.get(number) ?? null
    const derived = deriveYearChanges([{ id: `${number}`, before, after }], sizes)
    sizes = { ...sizes, ...derived.sizes }
    for (const { year, set, unset } of derived.years) {
      const entries = years.get(year) ?? new Map<string, string>()
      years.set(year, entries)
      for (const [id, text] of set) entries.set(id, text)
      for (const id of unset) entries.delete(id)
    }
    if (after) workouts.set(number, after)
    else workouts.delete(number)
  }
  const texts = [...years.values()].flatMap(entries => [...entries.values()])
  return { texts, sizes, workouts: [...workouts.values()] }
}

const naiveDate = (zone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)

function naiveMonday(date: string): string {
  const day = new Date(`${date}T12:00:00Z`)
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() - 1)
  return day.toISOString().slice(0, 10)
}

const close = (left: number, right: number) =>
  assert.ok(Math.abs(left - right) < 1e-6, `${left} for ${right}`)

t.test('matches a full replay in every time zone', t => {
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom(...zones),
      moment,
      fc.integer({ min: 0, max: 60 }),
      (changes, zone, start, days) => {
        const { texts, sizes, workouts } = packedWorkouts(changes)
        const weight = workouts.reduce((sum, { exercises }) => sum + 1 + exercises.length, 0)
        assert.equal(
          Object.values(sizes).reduce((sum, one) => sum + one, 0),
          weight,
        )
        const range = { from: dayNumberOf(start.toISOString().slice(0, 10)), to: 0 }
        range.to = range.from + days
        const sums = createSums(
          { range, timezone: zone, unit: 'KG' },
          { totals: true, exercises: true, estimates: new Set(ids.map(packId)) },
        )
        texts.forEach(sums.add)
        const [first, last, earliest] = [range.from, range.to, range.from - days - 1].map(
          dateOfDayNumber,
        ) as [string, string, string]
        const dated = workouts.map(workout => ({ ...workout, date: naiveDate(zone, workout.startedAt) }))
        const inside = dated.filter(({ date }) => date >= first && date <= last)
        assert.equal(sums.current.workouts, inside.length)
        assert.equal(
          sums.previous.workouts,
          dated.filter(({ date }) => date >= earliest && date < first).length,
        )
        sums.workouts.forEach((count, week) => {
          const monday = dateOfDayNumber(dayNumberOf(naiveMonday(first)) + 7 * week)
          const its = inside.filter(({ date }) => naiveMonday(date) === monday)
          assert.equal(count, its.length)
          close(
            sums.volumes[week] ?? NaN,
            its.flatMap(({ exercises }) => exercises).reduce((sum, { volume }) => sum + volume, 0),
          )
          for (const [packed, best] of sums.estimates) {
            const loads = its
              .flatMap(({ exercises }) => exercises)
              .flatMap(({ exerciseId, estimate }) =>
                exerciseId === unpackId(packed) && estimate ? estimate : [],
              )
            const most = loads.length > 0 ? Math.max(...loads.map(load => convertLoad(load, 'KG'))) : null
            assert.equal(best[week] ?? null, most)
          }
          for (const [packed, exercise] of sums.exercises)
            assert.equal(
              exercise.weeks[week],
              its
                .flatMap(({ exercises }) => exercises)
                .reduce((sum, one) => sum + (one.exerciseId === unpackId(packed) ? one.sets : 0), 0),
            )
        })
        assert.equal(
          sums.workouts.length,
          (dayNumberOf(naiveMonday(last)) - dayNumberOf(naiveMonday(first))) / 7 + 1,
        )
      },
    ),
    { numRuns: 300 },
  )
  t.end()
})

/** Counts the streak week by week. */
function naiveStreak(dates: readonly string[], enough: number, today: string) {
  const isEnough = (monday: string) => dates.filter(date => naiveMonday(date) === monday).length >= enough
  const running = naiveMonday(today)
  let [run, longest, before] = [0, 0, 0]
  for (let monday = '2020-01-06'; monday <= running; monday = dateOfDayNumber(dayNumberOf(monday) + 7)) {
    before = run
    run = isEnough(monday) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return { current: isEnough(running) ? run : before, longest, unit: 'WEEK' as const }
}

t.test('matches a week-by-week count of the streak', t => {
  const date = fc.integer({ min: dayNumberOf('2020-01-06'), max: dayNumberOf('2020-04-01') })
  fc.assert(
    fc.property(fc.array(date, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (days, enough) => {
      const today = dayNumberOf('2020-04-01')
      const weeks = new Map<number, number>()
      for (const day of days) {
        const monday = dayNumberOf(naiveMonday(dateOfDayNumber(day)))
        weeks.set(monday, (weeks.get(monday) ?? 0) + 1)
      }
      assert.deepEqual(
        streakOf(weeks, new Set(), enough, today),
        naiveStreak(days.map(dateOfDayNumber), enough, dateOfDayNumber(today)),
      )
    }),
  )
  t.end()
})
