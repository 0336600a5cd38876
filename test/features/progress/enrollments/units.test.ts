import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { addEnrollmentUnits } from '../../../../src/platform/database/migrations/enrollment-units.js'
import { queryGraphQL, type TestUser } from '../../../helper.js'
import { deleteGym, saveGym } from '../../training/gyms/gyms.js'
import {
  buildWithExercises,
  enroll,
  enrollment,
  kg,
  linear,
  newId,
  planned,
  publish,
  read,
  save,
  setLoads,
  today,
  tryEnroll,
  tryMutation,
  workout,
  type Input,
} from './enrollments.js'

const lb = (value: number) => ({ value, unit: 'LB' })
const hour = 3_600_000

interface Node {
  enrollment: {
    version: number
    unit: string
    gym: { name: string } | null
    nextDay: {
      exercises: { reason: string; sets: { target: { load: { value: number; unit: string } } }[] }[]
    }
  }
}

const enrollmentOf = async (app: App, user: TestUser, id: string) =>
  (
    await read<Node>(
      app,
      user,
      `query($id: ID!) {
        enrollment(id: $id) {
          version unit gym { name } nextDay { exercises { reason sets { target { load { value unit } } } } }
        }
      }`,
      { id },
    )
  ).enrollment

/** Describes the next day as `REASON 60KG 60KG`. */
async function targets(app: App, user: TestUser, id: string) {
  const { nextDay } = await enrollmentOf(app, user, id)
  return nextDay.exercises.map(({ reason, sets }) =>
    [reason, ...sets.map(({ target: { load } }) => `${load.value}${load.unit}`)].join(' '),
  )
}

const setUnit = (app: App, user: TestUser, input: Input) =>
  tryMutation(app, user, 'setEnrollmentUnit', 'SetEnrollmentUnitInput', input)

const setWeightUnit = (app: App, user: TestUser, weightUnit: string) =>
  queryGraphQL(
    app,
    'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { user { id } } }',
    { input: { profile: { weightUnit } } },
    user,
  )

const gym = {
  bars: [
    { name: 'Olympic bar', load: kg(20) },
    { name: 'Short bar', load: kg(10) },
  ],
  plates: [
    { load: kg(20), count: 4 },
    { load: kg(5), count: 3 },
  ],
}

/** Starts an app with a program of one day, repeated each week: a set of squats with the load. */
async function squatProgram(
  t: Test,
  load: Input,
  { rule = linear, observe }: { rule?: Input; observe?: (database: Database) => Database } = {},
) {
  const made = await buildWithExercises(t, observe && { observe })
  const days = [[planned(made.squat, rule, { load })]]
  const programId = await publish(made.app, made.person, {
    weeks: Array.from({ length: 10 }, () => ({ days })),
  })
  let trained = 0
  return {
    ...made,
    programId,
    begin: async (more: Input = {}) =>
      (await enroll(made.app, made.person, enrollment(programId, more))).enrollment!.id,
    /** Completes the next week with one set of squats. */
    async train(enrollmentId: string, load: Input, reps = 5) {
      trained++
      const startedAt = new Date(today.getTime() + trained * hour)
      const input = workout({ startedAt, enrollmentId, at: [trained, 1], sets: [] })
      const sets = [{ id: newId(), load, reps, completedAt: startedAt }]
      await save(made.app, made.person, {
        ...input,
        exercises: [{ id: newId(), exerciseId: made.squat, sets }],
      })
    },
  }
}
type Test = Parameters<typeof buildWithExercises>[0]

t.test('takes the unit of the enrollment, of the profile, or kilograms', async t => {
  const { app, person, begin } = await squatProgram(t, kg(60))
  const finish = (id: string) => tryMutation(app, person, 'finishEnrollment', 'EnrollmentInput', { id })
  const first = await begin()
  t.match(await enrollmentOf(app, person, first), { unit: 'KG', gym: null })
  await finish(first)
  await setWeightUnit(app, person, 'LB')
  const second = await begin()
  t.match(await enrollmentOf(app, person, second), { unit: 'LB' })
  await finish(second)
  const third = await begin({ unit: 'KG' })
  t.match(await enrollmentOf(app, person, third), { unit: 'KG' })
  await setWeightUnit(app, person, 'KG')
  t.match(await enrollmentOf(app, person, second), { unit: 'LB' }, 'whatever the profile says later')
})

t.test('converts planned loads and increments to the unit', async t => {
  const { app, person, begin, train } = await squatProgram(t, kg(60))
  const id = await begin({ unit: 'LB' })
  // 60 kg are 132.28 lb.
  t.same(await targets(app, person, id), ['FIRST 130LB'])
  await train(id, lb(130))
  t.same(await targets(app, person, id), ['RAISED 135LB'])
  await train(id, kg(59.5))
  t.same(await targets(app, person, id), ['HELD 135LB'])
  // 60 kg are 2.7 lb less than 135 lb, but with plates in kilograms nothing is nearer.
  await train(id, kg(60))
  t.same(await targets(app, person, id), ['RAISED 140LB'])
})

t.test('prescribes loads that the gym has', async t => {
  const { app, person, begin, train } = await squatProgram(t, lb(100))
  const { gym: saved } = await saveGym(app, person, { name: 'Garage', ...gym })
  const id = await begin({ gymId: saved!.id })
  t.match(await enrollmentOf(app, person, id), { gym: { name: 'Garage' } })
  // 45.36 kg lies between 20 and 50 kg: the short bar with 0, 5, 20 or 40 kg on each side, and one pair of 5 kg.
  t.same(await targets(app, person, id), ['FIRST 50KG'])
  await train(id, kg(50))
  t.same(await targets(app, person, id), ['RAISED 60KG'], 'the increment rounded up')
  await train(id, kg(60))
  t.same(await targets(app, person, id), ['RAISED 90KG'])
  for (const reps of [4, 4, 4]) await train(id, kg(90), reps)
  t.same(await targets(app, person, id), ['DELOADED 60KG'], 'to the next lighter weight at least')
  await train(id, kg(100))
  t.same(await targets(app, person, id), ['RAISED 100KG'])
  await train(id, kg(100))
  t.same(await targets(app, person, id), ['HELD 100KG'], 'nothing is heavier')
})

t.test('follows changes of the gym from then on, and outlives it', async t => {
  const { app, person, begin, train, setClock } = await squatProgram(t, kg(60))
  const { gym: saved } = await saveGym(app, person, { name: 'Garage', ...gym })
  const id = await begin({ gymId: saved!.id })
  await train(id, kg(60))
  t.same(await targets(app, person, id), ['RAISED 90KG'])
  setClock(new Date(today.getTime() + 1.5 * hour))
  const plates = [...gym.plates, { load: kg(2.5), count: 2 }]
  await saveGym(app, person, { id: saved!.id, expectedVersion: 1, ...gym, plates })
  t.same(await targets(app, person, id), ['RAISED 90KG'], 'the load is still there')
  await train(id, kg(90))
  t.same(await targets(app, person, id), ['RAISED 95KG'], 'with the new plates')
  await deleteGym(app, person, saved!.id)
  t.match(await enrollmentOf(app, person, id), { gym: null })
  t.same(await targets(app, person, id), ['RAISED 95KG'])
  await train(id, kg(95))
  t.same(await targets(app, person, id), ['RAISED 100KG'], 'with the weights of the deleted gym')
})

t.test('uses the increment of the exercise settings as the step where there is no gym', async t => {
  const { app, person, squat, begin, train } = await squatProgram(t, lb(100), { rule: { type: 'LINEAR' } })
  await read(
    app,
    person,
    'mutation($input: ExerciseSettingsInput!) { saveExerciseSettings(input: $input) { conflict } }',
    { input: { id: newId(), exerciseId: squat, increment: kg(2) } },
  )
  const id = await begin()
  // 45.36 kg
  t.same(await targets(app, person, id), ['FIRST 46KG'])
  await train(id, kg(46))
  t.same(await targets(app, person, id), ['RAISED 48KG'])
})

t.test('changes the unit from the next day on', async t => {
  const { app, person, begin, train, setClock } = await squatProgram(t, kg(60))
  const id = await begin()
  await train(id, kg(60))
  t.same(await targets(app, person, id), ['RAISED 62.5KG'])
  setClock(new Date(today.getTime() + 1.5 * hour))
  const input = { enrollmentId: id, unit: 'LB', expectedVersion: 1 }
  t.match(await setUnit(app, person, input), {
    data: { setEnrollmentUnit: { conflict: null, enrollment: { version: 2 } } },
  })
  t.match(await enrollmentOf(app, person, id), { unit: 'LB', version: 2 })
  // 62.5 kg are 137.79 lb.
  t.same(await targets(app, person, id), ['RAISED 135LB'], 'the nearest weight at or below')
  t.match(
    await setUnit(app, person, input),
    { data: { setEnrollmentUnit: { conflict: null, enrollment: { version: 2 } } } },
    'a repeated command changes nothing',
  )
  await train(id, lb(135))
  t.same(await targets(app, person, id), ['RAISED 140LB'])
  t.match(await setUnit(app, person, { ...input, unit: 'KG' }), {
    data: { setEnrollmentUnit: { conflict: 'VERSION' } },
  })
  await setUnit(app, person, { enrollmentId: id, unit: 'KG' })
  // 140 lb are 63.5 kg.
  t.same(await targets(app, person, id), ['RAISED 62.5KG'])
})

t.test('converts loads that no day has changed yet, too', async t => {
  const { app, person, squat, begin } = await squatProgram(t, kg(61))
  const id = await begin()
  await setUnit(app, person, { enrollmentId: id, unit: 'LB' })
  // 61 kg are 134.48 lb, nearest to 135.
  t.same(await targets(app, person, id), ['FIRST 130LB'])
  await setLoads(app, person, id, [{ exerciseId: squat, load: kg(70) }])
  t.same(await targets(app, person, id), ['FIRST 155LB'], 'the nearest to 154.32 lb')
})

t.test('rejects a gym that is not the caller’s', async t => {
  const { app, person, programId } = await squatProgram(t, kg(60))
  for (const gymId of [newId(), person.id]) {
    const { data, errors } = await tryEnroll(app, person, enrollment(programId, { gymId }))
    t.equal(data?.enroll, null)
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'input.gymId' } }])
  }
})

t.test('gives kilograms and no gym to enrollments of earlier versions', async t => {
  const seen: { database?: Database } = {}
  const { app, person, begin, train } = await squatProgram(t, kg(60), {
    observe: database => (seen.database = database),
  })
  const id = await begin()
  await train(id, kg(60))
  const database = seen.database!
  const enrollments = { type: 'ENROLLMENT' }
  await database.collection('ownedRecords').updateMany(enrollments, {
    $unset: {
      ...{ 'content.unit': true, 'content.gymId': true },
      ...{ 'content.decisions.unit': true, 'derived.periods': true },
    },
  })
  await addEnrollmentUnits(database, () => undefined)
  // The migration is repeated after an interruption.
  await addEnrollmentUnits(database, () => undefined)
  t.match(await enrollmentOf(app, person, id), { unit: 'KG', gym: null })
  t.same(await targets(app, person, id), ['RAISED 62.5KG'])
  await train(id, kg(62.5))
  t.same(await targets(app, person, id), ['RAISED 65KG'])
})
