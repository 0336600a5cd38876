import fc from 'fast-check'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { countCommands } from '../../../commands.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { buildWithPrograms } from '../../training/programs/programs.js'
import {
  active,
  dayLong,
  enroll,
  enrollment,
  buildWithExercises,
  kg,
  linear,
  newId,
  planned,
  publish,
  read,
  remove,
  save,
  sendCommand,
  sendDayCommand,
  setLoads,
  today,
  weeksOf,
  workout,
  type Input,
} from './enrollments.js'

interface Target {
  load: { value: number; unit: string } | null
  minReps: number | null
  durationSeconds: number | null
  distanceMeters: number | null
}

interface Exercise {
  exerciseId: string
  reason: string | null
  sets: { type: string; loadMode: string; target: Target }[]
}

interface Day {
  week: number
  day: number
  date: string
  name: string
  isDeload: boolean
  exercises: Exercise[]
}

interface Scheduled extends Day {
  isSkipped: boolean
  workout: { id: string; workoutTitle: string | null } | null
}

const exerciseFields = `exercises {
  exerciseId reason
  sets { type loadMode target { load { value unit } minReps maxReps durationSeconds distanceMeters } }
}`
const dayFields = `week day date name isDeload ${exerciseFields}`

async function schedule(app: App, user: TestUser, expected: { from?: string; first?: number } = {}) {
  const { activeEnrollment } = await read<{ activeEnrollment: { schedule: Scheduled[] } }>(
    app,
    user,
    `query($from: Date, $first: Int) {
      activeEnrollment { schedule(from: $from, first: $first) { isSkipped workout { id workoutTitle } ${dayFields} } }
    }`,
    expected,
  )
  return activeEnrollment.schedule
}

async function nextDay(app: App, user: TestUser) {
  const { activeEnrollment } = await read<{ activeEnrollment: { nextDay: Day } | null }>(
    app,
    user,
    `{ activeEnrollment { nextDay { ${dayFields} } } }`,
  )
  return activeEnrollment?.nextDay ?? null
}

const inWords = ({ week, day, date, exercises }: Day) =>
  [
    `${week}/${day}`,
    date,
    ...exercises.flatMap(({ reason, sets }) => [
      reason,
      ...sets.map(({ target }) => `${target.load?.value ?? ''}x${target.minReps ?? ''}`),
    ]),
  ].join(' ')

t.test('schedules upcoming days on the chosen weekdays with targets that assume success', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  await enroll(app, person, enrollment(programId, { weekdays: ['MONDAY', 'THURSDAY'] }))
  const days = await schedule(app, person)
  t.same(days.map(inWords), [
    '1/1 2026-05-04 FIRST 100x5 100x5',
    '1/3 2026-05-07 FIRST 60x5',
    '2/1 2026-05-11 RAISED 102.5x5 102.5x5',
    '2/3 2026-05-14 RAISED 62.5x5',
  ])
  t.match(days, Array(4).fill({ isSkipped: false, workout: null }))
  t.match(days[0], { name: 'Day 1', isDeload: false })
  t.same((await schedule(app, person, { first: 2 })).length, 2)
  t.same(
    (await schedule(app, person, { from: '2026-05-08', first: 1 })).map(inWords),
    ['2/1 2026-05-11 RAISED 102.5x5 102.5x5'],
    'assumes that the days before are completed',
  )
  t.same(await schedule(app, person, { from: '9999-12-31' }), [])
})

t.test(
  'lists completed days at the date of their workout and skipped days at the date of skipping',
  async t => {
    const { app, person, squat, bench, setClock } = await buildWithExercises(t)
    const programId = await publish(app, person, { weeks: weeksOf(squat, bench, 3) })
    const { id } = enrollment(programId)
    await enroll(app, person, { ...enrollment(programId), id })
    // 00:30 in Berlin.
    const startedAt = new Date('2026-05-03T22:30:00.000Z')
    const first = {
      ...workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, '100x5', '100x5']] }),
    }
    await save(app, person, { ...first, title: 'Squats' })
    setClock(new Date(today.getTime() + 2 * dayLong))
    await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3])
    await sendDayCommand(app, person, 'skipProgramDay', id, [2, 3])
    const later = new Date(today.getTime() + 3 * dayLong)
    setClock(new Date(later.getTime() + 3_600_000))
    const against = workout({ startedAt: later, enrollmentId: id, at: [2, 3], sets: [[bench, '60x5']] })
    await save(app, person, against)

    const days = await schedule(app, person, { from: '2026-05-04' })
    t.match(days, [
      {
        ...{ week: 1, day: 1, date: '2026-05-04', name: 'Day 1', isSkipped: false, exercises: [] },
        workout: { id: first.id, workoutTitle: 'Squats' },
      },
      { week: 1, day: 3, date: '2026-05-06', name: 'Day 3', isSkipped: true, workout: null, exercises: [] },
      { week: 2, day: 3, date: '2026-05-07', isSkipped: false, workout: { id: against.id } },
      { week: 2, day: 1, date: '2026-05-08', isSkipped: false, workout: null },
      { week: 3, day: 1, date: '2026-05-09' },
      { week: 3, day: 3, date: '2026-05-10' },
    ])
    t.equal(days.length, 6)
    t.same((await schedule(app, person)).map(({ date }) => date).slice(0, 2), ['2026-05-07', '2026-05-08'])
    t.same((await schedule(app, person, { from: '2026-05-04', first: 3 })).length, 3)

    await sendDayCommand(app, person, 'unskipProgramDay', id, [1, 3])
    await remove(app, person, first.id)
    t.match(await schedule(app, person, { from: '2026-05-04' }), [
      { week: 2, day: 3, workout: { id: against.id } },
      { week: 1, day: 1, date: '2026-05-08', workout: null },
      { week: 1, day: 3, date: '2026-05-09', isSkipped: false },
      ...[
        { week: 2, day: 1 },
        { week: 3, day: 1 },
        { week: 3, day: 3 },
      ],
    ])
    await sendCommand(app, person, 'finishEnrollment', id)
    const { enrollment: finished } = await read<{ enrollment: { schedule: object[] } }>(
      app,
      person,
      `{ enrollment(id: "${id}") { schedule(from: "2026-05-04") { week workout { id } } } }`,
    )
    t.same(finished.schedule, [{ week: 2, workout: { id: against.id } }], 'no upcoming days')
  },
)

t.test('limits a schedule to 1 to 100 days', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench, 52) })
  await enroll(app, person, enrollment(programId))
  const expected = (first: number | null) =>
    queryGraphQL<{ activeEnrollment: { schedule: object[] } }>(
      app,
      'query($first: Int) { activeEnrollment { schedule(first: $first) { date } } }',
      { first },
      person,
    )
  for (const first of [0, -1, 101]) {
    const response = await expected(first)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
    t.match(response.errors?.[0]?.message, /^first must be between 1 and 100\./)
  }
  t.equal((await expected(100)).data?.activeEnrollment.schedule.length, 100)
  t.equal((await expected(null)).data?.activeEnrollment.schedule.length, 14)
})

t.test('returns a schedule in the language of the request', async t => {
  const app = await buildWithPrograms(t, () => today)
  const user = await signUp(app)
  const { programs } = await read<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    user,
    '{ programs(search: "Push, Pull") { edges { node { id } } } }',
  )
  await enroll(app, user, enrollment(programs.edges[0]!.node.id))
  const inGerman = { headers: { ...user.headers, 'accept-language': 'de' } }
  const { data } = await queryGraphQL<{ activeEnrollment: { nextDay: Day; schedule: Day[] } }>(
    app,
    '{ activeEnrollment { nextDay { name } schedule(first: 1) { name } } }',
    {},
    inGerman,
  )
  t.same(data!.activeEnrollment.schedule, [data!.activeEnrollment.nextDay])
})

t.test('reads a schedule with a constant number of commands', async t => {
  const commands = countCommands(t)
  const { app, person, squat, bench } = await buildWithExercises(t, { observe: commands.observe })
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench, 6) })
  const { enrollment: begun } = await enroll(app, person, enrollment(programId))
  const log = async (week: number) => {
    const startedAt = new Date(today.getTime() - (10 - week) * dayLong)
    const at: [number, number] = [week, 1]
    await save(
      app,
      person,
      workout({ startedAt, enrollmentId: begun!.id, at, sets: [[squat, '100x5', '100x5']] }),
    )
  }
  const reads = async () => {
    const { result, commands: sent } = await commands.during(() =>
      schedule(app, person, { from: '2026-04-01', first: 30 }),
    )
    return { sent: sent.sort(), done: result.filter(day => day.workout).length }
  }
  await log(1)
  await schedule(app, person)
  const few = await reads()
  for (const week of [2, 3, 4, 5]) await log(week)
  const many = await reads()
  t.match([few, many], [{ done: 1 }, { done: 5 }])
  t.same(many.sent, few.sent)
  t.ok(few.sent.length <= 6, few.sent.join(', '))
})

const rules = fc.constantFrom<Input | null>(
  null,
  linear,
  { ...linear, successes: 2, failures: 1 },
  { type: 'LINEAR', increment: { value: 5, unit: 'LB' }, failures: 1, deloadPercent: 20 },
  { type: 'DOUBLE', minReps: 5, maxReps: 6, failures: 1 },
  { type: 'DOUBLE', minReps: 3, maxReps: 3, increment: kg(1.25) },
  { type: 'REP_SUM', reps: 14, increment: kg(5) },
  { type: 'PERCENT', increment: kg(2.5) },
)

const sets = fc.array(
  fc.record({
    type: fc.constantFrom('NORMAL', 'NORMAL', 'FAILURE', 'WARMUP', 'DROPSET'),
    minReps: fc.integer({ min: 1, max: 8 }),
    load: fc.option(fc.constantFrom(40, 60, 100), { freq: 4 }),
  }),
  { minLength: 1, maxLength: 3 },
)

const programs = fc.record({
  rules: fc.tuple(rules, rules, rules),
  days: fc.array(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  sets: fc.tuple(sets, sets, sets),
  deload: fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }),
  maxima: fc.boolean(),
  weekdays: fc.constantFrom<string[]>([], ['MONDAY'], ['TUESDAY', 'SATURDAY']),
  /** The number of extra repetitions on the first days. */
  history: fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 3 }),
  isAdjusted: fc.boolean(),
})
type Made = typeof programs extends fc.Arbitrary<infer One> ? One : never

function plan(made: Made, exercises: readonly string[]) {
  const entry = (one: number) => {
    const rule = made.rules[one] ?? null
    const percentOfOneRepMax = rule?.['type'] === 'PERCENT' ? 85 : null
    const sets = made.sets[one]!.map(({ load, ...set }) => ({
      ...{ ...set, percentOfOneRepMax },
      load: load !== null && percentOfOneRepMax === null ? kg(load) : null,
    }))
    return planned(exercises[one]!, rule, ...sets, { minReps: 4, percentOfOneRepMax })
  }
  return made.deload.map(isDeload => ({ isDeload, days: made.days.map(day => day.map(entry)) }))
}

/** Creates a completed workout of a day with extra repetitions. */
function completed(day: Day, enrollmentId: string, sums: ReadonlyMap<string, number>, more = 0): Input {
  const startedAt = new Date(`${day.date}T13:00:00.000Z`)
  const { exercises: _, ...whole } = workout({ startedAt, enrollmentId, at: [day.week, day.day], sets: [] })
  const exercises = day.exercises.map(({ exerciseId, sets }) => {
    const done = sets.map(({ type, loadMode, target }) => ({
      ...{ id: newId(), type, loadMode, load: target.load, completedAt: startedAt },
      ...{ reps: Math.max(0, (target.minReps ?? 0) + more) },
    }))
    const compared = done.filter(({ type }) => type === 'NORMAL' || type === 'FAILURE')
    const missing = (sums.get(exerciseId) ?? 0) - compared.reduce((sum, { reps }) => sum + reps, 0)
    if (missing > 0 && more >= 0) compared.at(-1)!.reps += missing
    return { id: newId(), exerciseId, sets: done }
  })
  return { ...whole, exercises }
}

t.test('prescribes exactly what was scheduled if every day is completed as scheduled', async t => {
  const { app, squat, bench, pullUp, setClock } = await buildWithExercises(t)
  const exercises = [bench, squat, pullUp]
  await fc.assert(
    fc.asyncProperty(programs, async made => {
      setClock(today)
      const user = await signUp(app)
      const programId = await publish(app, user, { weeks: plan(made, exercises) })
      const startingLoads =
        made.days.flat().includes(0) && made.maxima ? [{ exerciseId: bench, load: kg(90) }] : []
      const input = enrollment(programId, { weekdays: made.weekdays, startingLoads })
      await enroll(app, user, input)
      const sums = new Map(
        made.rules.flatMap((rule, at) =>
          rule?.['type'] === 'REP_SUM' ? [[exercises[at]!, Number(rule['reps'])] as const] : [],
        ),
      )
      const train = async (day: Day, more?: number) => {
        setClock(new Date(`${day.date}T14:00:00.000Z`))
        const { conflict } = await save(app, user, completed(day, input.id, sums, more))
        if (conflict) throw new Error(conflict)
      }
      for (const more of made.history) {
        const day = await nextDay(app, user)
        if (day) await train(day, more)
      }
      const [trained] = made.days.flat()
      if (made.isAdjusted && (await active(app, user)))
        await setLoads(app, user, input.id, [{ exerciseId: exercises[trained!]!, load: kg(55) }])

      const isActive = (await active(app, user)) !== null
      const days = isActive ? await schedule(app, user, { first: 30 }) : []
      const coming = days.filter(day => day.workout === null)
      for (const { isSkipped: _, workout: __, ...day } of coming) {
        t.strictSame(await nextDay(app, user), day)
        await train(day)
      }
      t.equal(await nextDay(app, user), null)
    }),
    { numRuns: 25 },
  )
})
