import fc from 'fast-check'
import t from 'tap'
import { canonicalJson } from '../../../../src/lib/fingerprint.js'
import { readWorkout, countSets } from '../../../../src/features/training/workouts/input.js'
import type { WorkoutDraft } from '../../../../src/features/training/workouts/models.js'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import {
  completed,
  done,
  entry,
  buildWithExercises,
  kg,
  lb,
  newId,
  planned,
  save,
  trySave,
  workout,
  type Input,
} from './workouts.js'

type Case = [path: string, input: Input]

t.test('rejects values out of bounds by path, and writes nothing', async t => {
  const { app, bench } = await buildWithExercises(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const set = (fields: Input) => completed({ exercises: [entry(bench, [done(), done(fields)])] })
  const setPath = 'input.exercises[0].sets[1]'
  const ofSet = (name: string, ...values: unknown[]): Case[] =>
    values.map(value => [`${setPath}.${name}`, set({ [name]: value })])
  const ofTarget = (name: string, value: unknown): Case => [
    `${setPath}.target.${name}`,
    set({ target: { [name]: value } }),
  ]
  const ofEntry = (name: string, value: unknown): Case => [
    `input.exercises[1].${name}`,
    completed({ exercises: [entry(bench), entry(bench, [], { [name]: value })] }),
  ]
  const twice = newId()
  const tooLong = 'x'.repeat(5001)
  const cases: Case[] = [
    ['input.id', completed({ id: 'x' })],
    ['input.title', completed({ title: 'x'.repeat(201) })],
    ['input.title', completed({ title: 'two\nlines' })],
    ['input.notes', completed({ notes: tooLong })],
    ['input.notes', completed({ notes: 'a\u0000b' })],
    ['input.rating', completed({ rating: 0 })],
    ['input.rating', completed({ rating: 6 })],
    ['input.timezone', completed({ timezone: 'Mars/Phobos' })],
    ['input.timezone', completed({ timezone: '+02:00' })],
    ['input.timezone', completed({ timezone: '' })],
    ['input.timezone', completed({ timezone: 'x'.repeat(10_000) })],
    ['input.startedAt', workout({ startedAt: '1966-05-01T11:59:59.999Z' })],
    ['input.startedAt', workout({ startedAt: '2026-05-02T12:00:00.001Z' })],
    [
      'input.endedAt',
      completed({ startedAt: '2026-05-01T11:30:00.000Z', endedAt: '2026-05-02T12:00:00.001Z' }),
    ],
    ['input.endedAt', completed({ endedAt: '2026-05-01T10:00:00.000Z' })],
    [
      'input.endedAt',
      completed({ startedAt: '2026-04-01T10:00:00.000Z', endedAt: '2026-04-08T10:00:00.001Z' }),
    ],
    ['input.exercises', completed({ exercises: Array.from({ length: 51 }, () => entry(bench)) })],
    [
      'input.exercises[0].sets',
      completed({
        exercises: [
          entry(
            bench,
            Array.from({ length: 51 }, () => planned()),
          ),
        ],
      }),
    ],
    ['input.programDay.enrollmentId', completed({ programDay: { enrollmentId: 'x', week: 1, day: 1 } })],
    ['input.programDay.week', completed({ programDay: { enrollmentId: newId(), week: 0, day: 1 } })],
    ['input.programDay.day', completed({ programDay: { enrollmentId: newId(), week: 1, day: 8 } })],
    ofEntry('id', 'x'),
    ofEntry('exerciseId', 'x'),
    ofEntry('exerciseId', newId()),
    ofEntry('supersetId', ''),
    ofEntry('supersetId', 'x'.repeat(37)),
    ofEntry('notes', tooLong),
    ofEntry('restSeconds', -1),
    ofEntry('restSeconds', 86_401),
    ...ofSet('id', 'x', ''),
    [`${setPath}.load.value`, set({ load: kg(-0.01) })],
    [`${setPath}.load.value`, set({ load: kg(1500.01) })],
    [`${setPath}.load.value`, set({ load: lb(3307) })],
    ...ofSet('reps', -1, 10_001),
    ...ofSet('durationSeconds', -1, 604_800.1),
    ...ofSet('distanceMeters', -0.1, 1_000_000.1),
    ...ofSet('rpe', 0.5, 10.5, 7.25),
    ...ofSet('rir', -1, 11),
    ...ofSet('restSeconds', -1, 86_401),
    ...ofSet('completedAt', '2026-04-30T09:59:59.999Z', '2026-05-02T11:00:00.001Z'),
    ofTarget('minReps', -1),
    ofTarget('maxReps', 10_001),
    ofTarget('rpe', 11),
    ofTarget('durationSeconds', 604_801),
    ofTarget('distanceMeters', -1),
    [`${setPath}.target.load.value`, set({ target: { load: kg(2000) } })],
    [
      'input.exercises[1].id',
      completed({ exercises: [entry(bench, [], { id: twice }), entry(bench, [], { id: twice })] }),
    ],
    [
      'input.exercises[1].sets[0].id',
      completed({
        exercises: [entry(bench, [done({ id: twice })]), entry(bench, [done({ id: twice.toUpperCase() })])],
      }),
    ],
    [
      'input.exercises[0].sets[0].id',
      completed({ exercises: [entry(bench, [done({ id: twice })], { id: twice })] }),
    ],
    [
      'input.exercises[0].sets[0].completedAt',
      workout({ exercises: [entry(bench, [done({ completedAt: '2026-05-02T12:00:00.001Z' })])] }),
    ],
    [
      'input.exercises[0].sets[0].completedAt',
      workout({
        startedAt: '2026-04-01T10:00:00.000Z',
        exercises: [entry(bench, [done({ completedAt: '2026-04-09T10:00:00.001Z' })])],
      }),
    ],
  ]
  for (const [path, input] of cases) {
    const response = await trySave(app, user, input)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
    t.equal(response.errors?.[0]?.message.split(' ')[0], path)
  }
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, user), {
    data: { workouts: { totalCount: 0 } },
  })
  t.match(await queryGraphQL(app, '{ workouts { totalCount } }', {}, stranger), {
    data: { workouts: { totalCount: 0 } },
  })
})

t.test('rejects values of the wrong type by path', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const set = (fields: Input) => completed({ exercises: [entry(bench, [done(fields)])] })
  const cases: Case[] = [
    ['input.startedAt', workout({ startedAt: '10000-01-01T00:00:00.000Z' })],
    ['input.startedAt', workout({ startedAt: '+010000-01-01T00:00:00.000Z' })],
    ['input.startedAt', workout({ startedAt: '2026-02-30T00:00:00.000Z' })],
    ['input.exercises[0].sets[0].load.value', set({ load: { value: 'NaN', unit: 'KG' } })],
    ['input.exercises[0].sets[0].load', set({ load: { value: 5 } })],
    ['input.exercises[0].sets[0].reps', set({ reps: 2.5 })],
    ['input.exercises[0].sets[0].type', set({ type: 'WARM' })],
    ['input.exercises', completed({ exercises: null })],
  ]
  for (const [path, input] of cases) {
    const response = await trySave(app, user, input)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
    t.match(response.errors?.[0]?.message, `"${path}"`)
  }
})

t.test('accepts values at the bounds', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const most = {
    ...{
      load: kg(1500),
      reps: 10_000,
      durationSeconds: 604_800,
      distanceMeters: 1_000_000,
      rpe: 10,
      rir: 10,
    },
    ...{ restSeconds: 86_400, completedAt: '2026-04-30T10:00:00.000Z' },
  }
  const least = {
    ...{ load: kg(0), reps: 0, durationSeconds: 0, distanceMeters: 0, rpe: 1, rir: 0, restSeconds: 0 },
    completedAt: '2026-05-02T11:00:00.000Z',
  }
  const { workout: saved } = await save(
    app,
    user,
    completed({
      title: '💪'.repeat(200),
      exercises: [
        entry(bench, [done(most), done(least)], { supersetId: 'x'.repeat(36), restSeconds: 86_400 }),
      ],
    }),
  )
  t.match(saved?.exercises[0]?.sets, [most, least])
  const times: Input[] = [
    { startedAt: '1966-05-01T12:00:00.000Z', endedAt: '1966-05-08T12:00:00.000Z' },
    { startedAt: '2026-05-02T11:00:00.000Z', endedAt: '2026-05-02T12:00:00.000Z' },
    { timezone: 'US/Pacific' },
    { timezone: 'Asia/Kolkata' },
    { timezone: 'UTC' },
    { timezone: 'Etc/GMT+12' },
  ]
  for (const fields of times) t.match(await save(app, user, completed(fields)), { conflict: null })
  const full = Array.from({ length: 50 }, () => entry(bench))
  t.match(await save(app, user, completed({ exercises: full })), { conflict: null })
  const sets = Array.from({ length: 50 }, () => planned())
  t.match(await save(app, user, completed({ exercises: [entry(bench, sets)] })), { conflict: null })
})

t.test('accepts stored values that have moved out of bounds with time', async t => {
  let now = new Date('2026-05-01T12:00:00.000Z')
  const { app } = await buildWithExercises(t, () => now)
  const user = await signUp(app)
  const old = completed({ startedAt: '1966-05-01T12:00:00.000Z', endedAt: '1966-05-01T13:00:00.000Z' })
  await save(app, user, old)
  now = new Date('2026-05-01T12:00:01.000Z')
  t.match(await save(app, user, { ...old, expectedVersion: 1 }), {
    conflict: null,
    workout: { version: 1 },
  })
  t.match(
    (await trySave(app, user, { ...old, title: 'news', expectedVersion: 1 })).errors?.[0]?.message,
    /^input\.startedAt must be at most 60 years ago/,
  )
})

const hex = fc.integer({ min: 0, max: 2 ** 32 }).map(number => number.toString(16).padStart(24, '0'))
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(maybe(values), { nil: null })
const load = fc.record({
  value: fc.double({ min: 0, max: 600, noNaN: true }),
  unit: fc.constantFrom('KG', 'LB'),
})
const text = fc.string({
  unit: fc.constantFrom('a', 'e\u0301', 'é', ' ', '💪', 'Å', 'A\u030a'),
  maxLength: 30,
})
const target = fc.record({ load: orNull(load), minReps: orNull(fc.nat(20)), rpe: orNull(fc.constant(8.5)) })
const drafts = fc
  .record({
    id: hex,
    title: orNull(text),
    notes: orNull(text),
    rating: orNull(fc.integer({ min: 1, max: 5 })),
    startedAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true }),
    timezone: fc.constantFrom('Europe/Berlin', 'UTC'),
    exercises: fc.array(
      fc.record({
        exerciseId: hex,
        supersetId: orNull(fc.constantFrom('A', ' B ')),
        sets: fc.array(
          fc.record({
            type: orNull(fc.constantFrom('NORMAL', 'WARMUP')),
            loadMode: orNull(fc.constantFrom('EXTERNAL', 'BODYWEIGHT')),
            load: orNull(load),
            reps: orNull(fc.nat(100)),
            distanceMeters: orNull(fc.double({ min: 0, max: 10_000, noNaN: true })),
            target: orNull(target),
          }),
          { maxLength: 4 },
        ),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ exercises, ...draft }) => {
    let id = 0
    const next = () => (++id).toString(16).padStart(24, 'a')
    return {
      ...draft,
      exercises: exercises.map(({ sets, ...one }) => ({
        ...{ id: next(), ...one },
        sets: sets.map(set => ({ id: next(), ...set })),
      })),
    }
  })

/** Returns an equal value in another notation. */
function respelt(value: unknown): unknown {
  if (value instanceof Date || value === null || typeof value !== 'object') {
    if (typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)) return value.toUpperCase()
    return value === 0 ? -0 : value
  }
  if (Array.isArray(value)) return value.map(respelt)
  const fields = Object.entries(value).map(([name, part]): [string, unknown] => {
    const isText = typeof part === 'string' && (name === 'title' || name === 'notes')
    if (isText) return [name, ` ${part.normalize('NFD')} `]
    if (name === 'type' && part === 'NORMAL') return [name, null]
    return [name, respelt(part ?? undefined)]
  })
  return Object.fromEntries(fields.reverse())
}

t.test('normalizes workouts idempotently', t => {
  fc.assert(
    fc.property(drafts, draft => {
      const read = readWorkout(draft, 'input')
      const again = readWorkout({ ...read.content, id: read.id }, 'input')
      t.strictSame(again.content, read.content)
      const other = readWorkout(respelt(draft) as WorkoutDraft, 'input')
      if (canonicalJson(other.content) !== canonicalJson(read.content) || other.id !== read.id)
        throw new Error(`${canonicalJson(other.content)}\n${canonicalJson(read.content)}`)
      return countSets(draft) === read.content.exercises.flatMap(({ sets }) => sets).length
    }),
    { numRuns: 200 },
  )
  t.end()
})
