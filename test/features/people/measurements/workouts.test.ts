import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { unlimited } from '../../../graphql/requests.js'
import { changes } from '../../portability/sync/device.js'
import {
  done,
  entry,
  buildWithExercises,
  newId,
  save as saveWorkout,
  workout,
} from '../../training/workouts/workouts.js'
import { consent, kg, lb, measured, remove, save, sync } from './measurements.js'

async function buildWithConsent(t: Parameters<typeof buildWithExercises>[0]) {
  const now = new Date('2026-06-01T12:00:00.000Z')
  const { app, pullUp, bench } = await buildWithExercises(t, () => now, { settings: unlimited })
  const user = await signUp(app)
  await consent(app, user)
  return { app, person: user, pullUp, bench }
}

/** Creates a workout of ten pull-ups at a local time. */
const pulls = (exerciseId: string, startedAt: string, timezone = 'UTC', set: object = {}) => {
  const end = new Date(new Date(startedAt).getTime() + 3_600_000).toISOString()
  const own = { loadMode: 'BODYWEIGHT', reps: 10, completedAt: startedAt, ...set }
  return workout({ startedAt, endedAt: end, timezone, exercises: [entry(exerciseId, [done(own)])] })
}

interface ReadWorkout {
  version: number
  bodyWeight: { value: number; unit: string } | null
  totals: { volume: number }
  records: { type: string; value: number; previous: object | null }[]
}

async function readWorkout(app: App, user: TestUser, id: string) {
  const query = `query ($id: ID!) { workout(id: $id) {
    version bodyWeight { value unit } totals { volume } records { type value previous { value } }
  } }`
  const { data } = await queryGraphQL<{ workout: ReadWorkout }>(app, query, { id }, user)
  const { version, bodyWeight, totals, records } = data!.workout
  const valueOf = (type: string) => records.find(record => record.type === type)?.value ?? null
  return { version, bodyWeight, volume: totals.volume, record: valueOf('VOLUME'), maximum: valueOf('ONE_RM') }
}

t.test(
  'uses the latest body weight up to the date of the workout, regardless of the order of writes',
  async t => {
    const { app, person, pullUp } = await buildWithConsent(t)
    const [before, on, after, later] = ['09', '10', '12', '20'].map(day =>
      pulls(pullUp, `2026-05-${day}T10:00:00.000Z`),
    )
    for (const one of [before!, on!, after!]) await saveWorkout(app, person, one)
    t.match(await readWorkout(app, person, on!.id), {
      bodyWeight: null,
      volume: 0,
      record: null,
      maximum: null,
    })
    const { cursor } = await changes(app, person, null)

    const tenth = measured('2026-05-10', kg(80))
    await save(app, person, tenth)
    const counted = { version: 1, bodyWeight: kg(80), volume: 800, record: 800, maximum: 80 * (1 + 10 / 30) }
    t.match(await readWorkout(app, person, on!.id), counted)
    t.match(
      await readWorkout(app, person, after!.id),
      { ...counted, record: null, maximum: null },
      'is not a new record',
    )
    t.match(await readWorkout(app, person, before!.id), { bodyWeight: null, volume: 0 })
    const changed = (await changes(app, person, cursor)).changes.filter(({ type }) => type === 'WORKOUT')
    t.same(
      new Set(changed.map(({ recordId }) => recordId)),
      new Set([on!.id, after!.id]),
      'the change feed contains the updated workouts',
    )

    const twelfth = measured('2026-05-12', lb(180))
    await save(app, person, twelfth)
    t.match(await readWorkout(app, person, on!.id), counted)
    t.match(await readWorkout(app, person, after!.id), { bodyWeight: lb(180), volume: 10 * 180 * 0.45359237 })
    await saveWorkout(app, person, later!)
    t.match(await readWorkout(app, person, later!.id), { bodyWeight: lb(180) })

    await save(app, person, { ...tenth, weight: kg(70), expectedVersion: 1 })
    t.match(await readWorkout(app, person, on!.id), { bodyWeight: kg(70), volume: 700, record: 700 })
    t.match(
      await readWorkout(app, person, after!.id),
      { bodyWeight: lb(180), record: 1800 },
      'breaks the record of the day before',
    )
    await remove(app, person, twelfth.id)
    t.match(await readWorkout(app, person, later!.id), { bodyWeight: kg(70), version: 1 })
    await save(app, person, { ...tenth, date: '2026-05-15', weight: kg(70), expectedVersion: 2 })
    t.match(
      await readWorkout(app, person, on!.id),
      { bodyWeight: kg(70) },
      'uses the weight of the profile if no measurement is earlier',
    )
    t.match(await readWorkout(app, person, later!.id), { bodyWeight: kg(70) })
  },
)

t.test('determines the date of a workout in its time zone', async t => {
  const { app, person, pullUp } = await buildWithConsent(t)
  const there = pulls(pullUp, '2026-05-09T12:00:00.000Z', 'Pacific/Kiritimati')
  const here = pulls(pullUp, '2026-05-11T09:00:00.000Z', 'Pacific/Honolulu')
  for (const one of [there, here]) await saveWorkout(app, person, one)
  await save(app, person, measured('2026-05-11', kg(81)))
  for (const one of [there, here]) t.match(await readWorkout(app, person, one.id), { bodyWeight: null })
  await save(app, person, measured('2026-05-10', kg(80)))
  for (const one of [there, here]) t.match(await readWorkout(app, person, one.id), { bodyWeight: kg(80) })
})

t.test(
  'subtracts assistance from the body weight, and ignores the body weight of other exercises',
  async t => {
    const { app, person, pullUp, bench } = await buildWithConsent(t)
    const helped = pulls(pullUp, '2026-05-10T10:00:00.000Z', 'UTC', { loadMode: 'ASSISTED', load: kg(30) })
    const pressed = pulls(bench, '2026-05-11T10:00:00.000Z', 'UTC', { loadMode: 'EXTERNAL', load: kg(100) })
    for (const one of [helped, pressed]) await saveWorkout(app, person, one)
    const { cursor } = await changes(app, person, null)
    await save(app, person, measured('2026-05-01', kg(80)))
    t.match(await readWorkout(app, person, helped.id), {
      bodyWeight: kg(80),
      volume: 500,
      record: 500,
      maximum: null,
    })
    t.match(await readWorkout(app, person, pressed.id), { bodyWeight: null, volume: 1000, record: 1000 })
    const changed = (await changes(app, person, cursor)).changes.filter(({ type }) => type === 'WORKOUT')
    t.same(
      changed.map(({ recordId }) => recordId),
      [helped.id],
    )
  },
)

t.test(
  'updates all workouts after a sync without publishing records that result from the body weight',
  async t => {
    const { app, person, pullUp } = await buildWithConsent(t)
    const workouts = Array.from({ length: 20 }, (_, at) => pulls(pullUp, `2026-05-${at + 11}T10:00:00.000Z`))
    await sync(
      app,
      person,
      workouts.map(saveWorkout => ({ saveWorkout })),
    )
    const records = app.features.services.records.recordSet(person.id)
    const firstPublished = records.next()
    const weights = Array.from({ length: 20 }, (_, at) =>
      measured(`2026-05-${at + 11}`, kg(70 + at), { id: newId() }),
    )
    const results = await sync(
      app,
      person,
      weights.map(saveMeasurement => ({ saveMeasurement })),
    )
    t.ok(results.every(({ status }) => status === 'APPLIED'))
    for (const at of [0, 7, 19])
      t.match(await readWorkout(app, person, workouts[at]!.id), {
        bodyWeight: kg(70 + at),
        volume: 700 + 10 * at,
        version: 1,
      })
    const last = pulls(pullUp, '2026-06-01T09:00:00.000Z', 'UTC', { reps: 11 })
    await saveWorkout(app, person, last)
    const published = (await firstPublished).value as { workoutId: string }
    t.equal(published.workoutId, last.id, 'only records of new training are published')
    await records.return?.()
  },
)

t.test('removes measured weights when the consent is withdrawn, and keeps the manually set one', async t => {
  const { app, person, pullUp } = await buildWithConsent(t)
  const [first, second] = ['10', '20'].map(day => pulls(pullUp, `2026-05-${day}T10:00:00.000Z`))
  for (const one of [first!, second!]) await saveWorkout(app, person, one)
  await sync(app, person, [
    { saveMeasurement: measured('2026-05-05', kg(80)) },
    { saveMeasurement: measured('2026-05-15', kg(81)) },
  ])
  t.match(await readWorkout(app, person, second!.id), { bodyWeight: kg(81), volume: 810, record: 810 })
  await consent(app, person, 'withdrawConsent')
  for (const one of [first!, second!])
    t.match(await readWorkout(app, person, one.id), {
      bodyWeight: null,
      volume: 0,
      record: null,
      maximum: null,
    })
  const { data } = await queryGraphQL(
    app,
    '{ me { profile { weight weightUnit } } records { edges { node { id } } } }',
    {},
    person,
  )
  t.match(data, { me: { profile: { weight: null, weightUnit: null } } })
})
