import { AsyncLocalStorage } from 'node:async_hooks'
import { getNamedType, isObjectType, isInputObjectType } from 'graphql'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { starterCatalogue } from '../../training/exercises/starter-catalogue.js'
import {
  enrollment,
  buildWithExercises,
  kg,
  newId,
  publish,
  today,
  weeksOf,
  type Input,
} from '../../progress/enrollments/enrollments.js'
import { schema } from '../../schema-operations.js'
import { completed, done, entry } from '../../training/workouts/workouts.js'

interface Result {
  recordId: string
  status: string
  version: number | null
  conflict: string | null
  record: Input | null
  error: { code: string; path: string } | null
}

const mutation = `mutation($operations: [SyncOperation!]!) {
  sync(operations: $operations) {
    results {
      recordId status version conflict error { code path }
      record {
        __typename id
        ... on Workout { workoutStatus workoutTitle programDay { week day } exercises { entryId exerciseId } }
        ... on Program { title visibility publishedVersion }
        ... on ProgramEnrollment {
          programVersion { number } nextDay { exercises { sets { target { load { value } } } } }
        }
      }
    }
  }
}`

async function sync(app: App, user: TestUser, operations: Input[]) {
  const { data, errors } = await queryGraphQL<{ sync: { results: Result[] } | null }>(
    app,
    mutation,
    { operations },
    user,
  )
  if (!data?.sync || errors) throw new Error(JSON.stringify(errors))
  return data.sync.results
}

/** Returns the results of the same operations when they are sent again. */
const repeated = (results: Result[]) =>
  results.map(({ status, version }) => ({
    ...{ status: status === 'APPLIED' ? 'UNCHANGED' : status },
    version,
  }))

const statusesOf = (results: Result[]) => results.map(({ status, version }) => ({ status, version }))

/** A shared item is copied as it is now, so a device does not keep this write for later. The catalogue has no owner. */
const unsynchronized = new Set(['CopySharedItemPayload', 'CatalogueExercisePayload'])

t.test('accepts every mutation that writes owned records, with its input', async t => {
  const operations = schema.getType('SyncOperation')
  if (!isInputObjectType(operations)) throw new Error('there is no SyncOperation')
  const accepted = operations.getFields()
  const mutations = schema.getMutationType()!.getFields()
  const writing = Object.values(mutations).filter(({ type }) => {
    const payload = getNamedType(type)
    const isSynchronized = !unsynchronized.has(payload.toString())
    return isObjectType(payload) && 'conflict' in payload.getFields() && isSynchronized
  })
  t.ok(writing.length > 20)
  const names = [...writing.map(({ name }) => name), 'favoriteExercise']
  t.same(Object.keys(accepted).sort(), names.sort())
  for (const [name, { type }] of Object.entries(accepted))
    t.equal(type, getNamedType(mutations[name]!.args.find(arg => arg.name === 'input')!.type), name)
})

t.test('starts a workout and swaps an exercise of it in one sync', async t => {
  const { app, person, squat, bench, pullUp } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const [enroll, past, id] = [
    enrollment(programId),
    completed({ exercises: [entry(bench, [done()])] }),
    newId(),
  ]
  const start = { id, startedAt: today, timezone: 'Europe/Berlin' }
  const programDay = { enrollmentId: enroll.id, week: 1, day: 1 }
  const first = [
    { enroll },
    { saveWorkout: past },
    { startWorkout: { ...start, from: { programDay } } },
    { startWorkout: { ...start, id: newId(), from: { workout: past.id } } },
    { startWorkout: { ...start, id: newId(), from: { workout: newId() } } },
    { startWorkout: { ...start, id: newId(), from: { programDay: { ...programDay, day: 2 } } } },
    { startWorkout: { ...start, id: newId(), timezone: 'Nowhere' } },
  ]
  const results = await sync(app, person, first)
  t.match(results, [
    { status: 'APPLIED' },
    { status: 'APPLIED' },
    {
      ...{ recordId: id, status: 'APPLIED', version: 1 },
      record: {
        ...{ __typename: 'Workout', workoutStatus: 'IN_PROGRESS', programDay: { week: 1, day: 1 } },
        exercises: [{ exerciseId: squat }],
      },
    },
    { status: 'CONFLICT', conflict: 'ACTIVE', record: { id } },
    { status: 'REFUSED', error: { code: 'BAD_USER_INPUT', path: 'operations[4].startWorkout.from.workout' } },
    { status: 'REFUSED', error: { path: 'operations[5].startWorkout.from.programDay' } },
    { status: 'REFUSED', error: { path: 'operations[6].startWorkout.timezone' } },
  ])
  t.same(statusesOf(await sync(app, person, first)), repeated(results))

  const [{ entryId }] = results[2]!.record!['exercises'] as [{ entryId: string }]
  const swap = { workoutId: id, exerciseEntryId: entryId, exerciseId: pullUp, expectedVersion: 1 }
  const second = [
    { swapExercise: swap },
    { swapExercise: { ...swap, exerciseId: bench } },
    { swapExercise: { ...swap, exerciseId: newId() } },
    { swapExercise: { ...swap, exerciseEntryId: newId() } },
    { swapExercise: { ...swap, workoutId: newId() } },
    { deleteWorkout: { id: past.id } },
  ]
  const swapped = await sync(app, person, second)
  t.match(swapped, [
    { recordId: id, status: 'APPLIED', version: 2, record: { exercises: [{ entryId, exerciseId: pullUp }] } },
    { status: 'CONFLICT', conflict: 'VERSION', version: 2 },
    { status: 'REFUSED', error: { path: 'operations[2].swapExercise.exerciseId' } },
    { status: 'REFUSED', error: { path: 'operations[3].swapExercise.exerciseEntryId' } },
    { status: 'REFUSED', record: null, error: { code: 'NOT_FOUND', path: 'operations[4].swapExercise' } },
    { status: 'APPLIED' },
  ])
  t.same(statusesOf(await sync(app, person, second)), repeated(swapped))
})

t.test('copies, publishes, archives and upgrades programs in one sync', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const original = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const [copy, enroll] = [newId(), enrollment(original)]
  const second = {
    ...{ id: original, title: 'Second', expectedVersion: 2 },
    weeks: [
      { days: [{ name: 'A', exercises: [{ id: newId(), exerciseId: squat, sets: [{ minReps: 5 }] }] }] },
    ],
  }
  const upgrade = { id: enroll.id, expectedVersion: 1 }
  const loads = [{ exerciseId: squat, load: kg(77.5) }]
  const operations = [
    { copyProgram: { id: original, newId: copy } },
    { copyProgram: { id: newId(), newId: newId() } },
    { publishProgram: { id: copy, expectedVersion: 1 } },
    { archiveProgram: { id: copy, expectedVersion: 2 } },
    { publishProgram: { id: copy, expectedVersion: 2 } },
    { publishProgram: { id: newId() } },
    { enroll },
    { setEnrollmentLoads: { enrollmentId: enroll.id, expectedVersion: 1, loads } },
    { setEnrollmentLoads: { enrollmentId: enroll.id, loads: [{ exerciseId: newId(), load: kg(5) }] } },
    { saveProgram: second },
    { upgradeEnrollment: { ...upgrade, expectedVersion: 2 } },
    { upgradeEnrollment: { id: newId(), expectedVersion: 1 } },
  ]
  const results = await sync(app, person, operations)
  t.match(results, [
    {
      ...{ recordId: copy, status: 'APPLIED', version: 1 },
      record: { __typename: 'Program', id: copy, visibility: 'ARCHIVED', publishedVersion: 1 },
    },
    { status: 'REFUSED', record: null, error: { code: 'NOT_FOUND', path: 'operations[1].copyProgram' } },
    { recordId: copy, status: 'APPLIED', version: 2 },
    { recordId: copy, status: 'APPLIED', version: 3 },
    { recordId: copy, status: 'CONFLICT', conflict: 'VERSION', version: 3 },
    { status: 'REFUSED', error: { code: 'NOT_FOUND' } },
    { status: 'APPLIED', version: 1 },
    { recordId: enroll.id, status: 'APPLIED', version: 2 },
    { status: 'REFUSED', error: { path: 'operations[8].setEnrollmentLoads.loads[0].exerciseId' } },
    { status: 'APPLIED', version: 3 },
    { recordId: enroll.id, status: 'APPLIED', version: 3, record: { programVersion: { number: 2 } } },
    { status: 'CONFLICT', conflict: 'UNKNOWN' },
  ])
  t.match(results[7]?.record, { __typename: 'ProgramEnrollment', id: enroll.id })
  t.same(statusesOf(await sync(app, person, operations)), repeated(results))
})

t.test('writes the next day’s loads that were set in a sync', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const enroll = enrollment(await publish(app, person, { weeks: weeksOf(squat, bench) }))
  const loads = [{ exerciseId: squat, load: kg(77.5) }]
  const results = await sync(app, person, [
    { enroll },
    { setEnrollmentLoads: { enrollmentId: enroll.id, loads } },
  ])
  const target = { target: { load: { value: 77.5 } } }
  t.match(results[1]?.record, { nextDay: { exercises: [{ sets: [target, target] }] } })
})

t.test('copies a built-in program in the language of the caller', async t => {
  const { app } = await buildWithExercises(t)
  await app.features.services.exercises.import(starterCatalogue, 'starter')
  await app.features.services.programs.seed()
  const user = await signUp(app)
  const german = { ...user, headers: { ...user.headers, 'accept-language': 'de' } }
  const { data } = await queryGraphQL<{ program: { id: string } }>(
    app,
    '{ program(slug: "first-barbell-3x5") { id } }',
    {},
    user,
  )
  const copies = [newId(), newId()]
  const titles = []
  for (const [at, caller] of [user, german].entries()) {
    const copyProgram = { id: data!.program.id, newId: copies[at] }
    const [result] = await sync(app, caller, [{ copyProgram }])
    titles.push(result?.record?.['title'])
  }
  t.same(titles, ['First Barbell 3 × 5', 'Erste Langhantel 3 × 5'])
})

function countTransactions() {
  const nested = new AsyncLocalStorage<true>()
  const counter = {
    transactions: 0,
    observe: (database: Database): Database => ({
      ...database,
      transaction(userId, work) {
        if (nested.getStore()) return database.transaction(userId, work)
        counter.transactions++
        return nested.run(true, () => database.transaction(userId, work))
      },
    }),
  }
  return counter
}

const rename = { updateProfile: { firstName: 'Ada' } }

t.test('writes operations that copy large records in transactions of their own', async t => {
  const counter = countTransactions()
  const { app, person, squat, bench } = await buildWithExercises(t, { observe: counter.observe })
  const id = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const during = async (operations: Input[]) => {
    counter.transactions = 0
    await sync(app, person, operations)
    return counter.transactions
  }
  t.equal(await during([rename, rename, rename]), 1)
  const copies = Array.from({ length: 3 }, () => ({ copyProgram: { id, newId: newId() } }))
  t.equal(await during(copies), 3)
})

t.test('divides a group in halves until a rejected operation is alone', async t => {
  const counter = countTransactions()
  const { app, person } = await buildWithExercises(t, { observe: counter.observe })
  const rejected = { copyProgram: { id: newId(), newId: newId() } }
  counter.transactions = 0
  const results = await sync(app, person, [rename, rename, rename, rename, rejected, rename, rename, rename])
  t.equal(
    counter.transactions,
    7,
    'all eight, the first four, the last four, two, one, one, and the last two',
  )
  t.match(results[4], { status: 'REFUSED', error: { code: 'NOT_FOUND' } })
  const others = results.filter((_result, index) => index !== 4)
  t.ok(
    others.every(({ status }) => status === 'APPLIED' || status === 'UNCHANGED'),
    'applies all other operations',
  )
})
