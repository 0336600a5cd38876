import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { buildWithExercises, completed, done, entry, newId, type Input } from './workouts.js'

const fields = 'source externalId averageHeartRate maxHeartRate activeEnergyKcal'

interface Saved {
  saveWorkout: { conflict: string | null; workout: { id: string; health: Input | null } | null } | null
}

const watch = {
  source: 'APPLE_HEALTH',
  externalId: 'A-1',
  averageHeartRate: 121.5,
  maxHeartRate: 170,
  activeEnergyKcal: 412.5,
}

const consent = (app: App, user: TestUser, mutation: 'giveConsent' | 'withdrawConsent') =>
  queryGraphQL(app, `mutation { ${mutation}(input: { kind: HEALTH_DATA }) { user { id } } }`, {}, user)

async function fixture(t: Parameters<typeof buildWithExercises>[0]) {
  const { app, bench } = await buildWithExercises(t)
  const person = await signUp(app)
  const workout = (more: Input = {}): Input & { id: string } => ({
    ...completed({ exercises: [entry(bench, [done({ reps: 5 })])] }),
    ...more,
  })
  const trySave = (input: Input, user = person) =>
    queryGraphQL<Saved>(
      app,
      `mutation($input: WorkoutInput!) {
        saveWorkout(input: $input) { conflict workout { id health { ${fields} } } }
      }`,
      { input },
      user,
    )
  const save = async (input: Input, user = person) => {
    const { data, errors } = await trySave(input, user)
    if (!data?.saveWorkout) throw new Error(JSON.stringify(errors))
    return data.saveWorkout
  }
  const healthOf = async (id: string) => {
    const query = `query($id: ID!) { workout(id: $id) { health { ${fields} } } }`
    const { data } = await queryGraphQL<{ workout: { health: Input | null } }>(app, query, { id }, person)
    return data!.workout.health
  }
  return { app, person, workout, trySave, save, healthOf }
}

t.test('keeps health data only with the consent', async t => {
  const { app, person, workout, save, healthOf } = await fixture(t)
  const without = workout({ health: watch })
  t.match(await save(without), { conflict: null, workout: { id: without.id, health: null } })
  t.match(await save(without), { conflict: null }, 'the same again')
  await consent(app, person, 'giveConsent')
  t.equal(await healthOf(without.id), null)
  t.match(await save({ ...without, expectedVersion: 1 }), { conflict: null, workout: { health: watch } })
  t.same(await healthOf(without.id), watch)
  await consent(app, person, 'withdrawConsent')
  t.equal(await healthOf(without.id), null, 'and removes it from all workouts after a withdrawal')
  t.match(await save(workout({ health: watch })), { conflict: null, workout: { health: null } })
})

t.test('takes each workout of a health store once', async t => {
  const { app, person, workout, save } = await fixture(t)
  const stranger = await signUp(app)
  await consent(app, person, 'giveConsent')
  await consent(app, stranger, 'giveConsent')
  const first = workout({ health: watch })
  t.match(await save(first), { conflict: null })
  t.match(await save(first), { conflict: null }, 'the same again')
  t.match(await save(workout({ health: { source: 'APPLE_HEALTH', externalId: 'A-1' } })), {
    conflict: 'EXTERNAL_ID',
    workout: { id: first.id, health: watch },
  })
  t.match(await save(workout({ health: { ...watch, source: 'GARMIN' } })), { conflict: null })
  t.match(await save(workout({ health: { ...watch, externalId: 'A-2' } })), { conflict: null })
  t.match(await save(workout({ health: { ...watch, externalId: null } })), { conflict: null })
  t.match(await save(workout({ health: { ...watch, externalId: null } })), { conflict: null })
  t.match(await save(workout({ health: watch }), stranger), { conflict: null })
  await queryGraphQL(
    app,
    'mutation($id: ID!) { deleteWorkout(input: { id: $id }) { conflict } }',
    { id: first.id },
    person,
  )
  t.match(await save(workout({ health: watch })), { conflict: null }, 'again after the deletion')
})

t.test('rejects invalid health data with the path', async t => {
  const { workout, trySave } = await fixture(t)
  const invalid: [field: string, health: Input][] = [
    ['input.health.externalId', { externalId: 'a'.repeat(201) }],
    ['input.health.averageHeartRate', { averageHeartRate: 19 }],
    ['input.health.maxHeartRate', { maxHeartRate: 301 }],
    ['input.health.maxHeartRate', { averageHeartRate: 120, maxHeartRate: 110 }],
    ['input.health.activeEnergyKcal', { activeEnergyKcal: -1 }],
  ]
  for (const [field, health] of invalid)
    t.match((await trySave(workout({ id: newId(), health: { source: 'OTHER', ...health } }))).errors, [
      { extensions: { code: 'BAD_USER_INPUT', field } },
    ])
})
