import { ObjectId } from 'mongodb'
import t from 'tap'
import type { OwnedDocument } from '../../../../src/features/owned/view.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { days } from '../../../../src/lib/quantities.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { feed, find, newId, remove, save, trySave, use } from './custom-exercises.js'
import { readExercise } from '../../../../src/features/training/exercises/custom/input.js'

const row = {
  name: 'Landmine Row',
  aliases: ['T-Bar Row at Home'],
  category: 'POWERLIFTING',
  force: 'PULL',
  level: 'INTERMEDIATE',
  mechanic: 'COMPOUND',
  equipment: ['BARBELL', 'WEIGHT_PLATE'],
  primaryMuscles: ['MIDDLE_BACK', 'LATS'],
  secondaryMuscles: ['BICEPS'],
  trackingType: 'WEIGHT_REPS',
  isUnilateral: true,
  instructions: ['Stand over the bar.\nBend.', 'Pull.'],
}

t.test('saves and returns a custom exercise', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const id = newId()
  const saved = await save(app, user, { id, ...row })
  const exercise = { id, ...row, slug: `custom-${id}`, version: 1, isCustom: true, isDeleted: false }
  t.match(saved, { exercise, conflict: null })
  t.match(await find(app, user, id), exercise)
  t.match(await find(app, user, id, 'node'), exercise)

  t.match(
    await save(app, user, { id, expectedVersion: 1, name: ' Rowing ' }),
    {
      exercise: {
        name: 'Rowing',
        version: 2,
        category: 'STRENGTH',
        force: null,
        level: 'BEGINNER',
        mechanic: null,
        equipment: [],
        primaryMuscles: [],
        secondaryMuscles: [],
        trackingType: 'WEIGHT_REPS',
        isUnilateral: false,
        instructions: [],
        aliases: [],
      },
    },
    'omitted fields are null or have their default',
  )
})

t.test('treats equal content as unchanged', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const id = newId()
  const accent = { composed: '\u00e9', decomposed: 'e\u0301' }
  await save(app, user, { id, name: `Coup${accent.composed}`, primaryMuscles: ['CHEST'] })
  for (const input of [
    { name: ` Coup${accent.decomposed} `, primaryMuscles: ['CHEST', 'CHEST'], category: 'STRENGTH' },
    { name: `Coup${accent.composed}`, primaryMuscles: ['CHEST'], secondaryMuscles: ['CHEST'], level: null },
    {
      name: `Coup${accent.composed}`,
      primaryMuscles: ['CHEST'],
      expectedVersion: 7,
      aliases: [],
      force: null,
    },
  ])
    t.match(await save(app, user, { id, ...input }), { exercise: { version: 1 }, conflict: null })
  t.match(
    await save(app, user, { id, name: 'Other', expectedVersion: 7 }),
    { exercise: { version: 1, name: `Coup${accent.composed}` }, conflict: 'VERSION' },
    'returns the stored exercise',
  )
  t.match(await save(app, user, { id: newId(), expectedVersion: 1 }), {
    exercise: null,
    conflict: 'UNKNOWN',
  })
})

t.test('hides a custom exercise from other users', async t => {
  const app = await build(t)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await save(app, user, { id })
  for (const other of [stranger, undefined])
    for (const by of ['exercise', 'node'] as const) t.equal(await find(app, other, id, by), 'NOT_FOUND')
  t.match(await save(app, stranger, { id, name: 'Mine' }), { exercise: null, conflict: 'ID_TAKEN' })
  t.match(await remove(app, stranger, id), { version: null, conflict: 'ID_TAKEN', record: null })
  const known = await app.features.services.exercises.findMany(stranger.id, [id])
  t.equal(known.size, 0, 'other users cannot log it')
  t.match(await find(app, user, id), { name: 'Landmine Row' })
  for (const response of [await trySave(app, undefined, { id })])
    t.equal(errorCodeOf(response), 'UNAUTHENTICATED')
})

t.test('rejects the id of a catalogue exercise with ID_TAKEN', async t => {
  const app = await catalogueOf(t, 1)
  const user = await signUp(app)
  const { id, name } = (await pageOf(app)).edges[0]!.node
  t.match(await save(app, user, { id }), { exercise: null, conflict: 'ID_TAKEN' })
  t.match(await remove(app, user, id), { conflict: 'ID_TAKEN', record: null })
  t.match(await find(app, user, id), { name, version: 1, isCustom: false, isDeleted: false })
})

t.test('rejects the id of an exercise or of a user for any other record', async t => {
  const app = await catalogueOf(t, 1)
  const [user, other] = [await signUp(app), await signUp(app)]
  await save(app, other, { id: newId() })
  const exerciseId = (await pageOf(app)).edges[0]!.node.id
  const workout = { startedAt: '2026-05-01T08:00:00.000Z', timezone: 'UTC', exercises: [] }
  const day = { name: 'A', exercises: [{ id: newId(), exerciseId, sets: [{ minReps: 5 }] }] }
  const operationsOf = (id: string) => [
    { saveWorkout: { id, ...workout } },
    { saveProgram: { id, title: 'Mine', weeks: [{ days: [day] }] } },
    { deleteWorkout: { id } },
  ]
  const conflictsOf = async (id: string) => {
    const { data } = await queryGraphQL<{ sync: { results: { conflict: string | null; status: string }[] } }>(
      app,
      'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status conflict } } }',
      { operations: operationsOf(id) },
      user,
    )
    return data?.sync.results.map(({ status, conflict }) => conflict ?? status)
  }
  for (const id of [exerciseId, user.id, other.id]) t.same(await conflictsOf(id), Array(3).fill('ID_TAKEN'))
  t.same(await conflictsOf(newId()), ['APPLIED', 'ID_TAKEN', 'APPLIED'])
})

t.test('reports invalid input by its path and writes nothing', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const long = 'a'.repeat(101)
  const cases: [input: object, path: string][] = [
    [{ name: '' }, 'input.name'],
    [{ name: ' \n ' }, 'input.name'],
    [{ name: long }, 'input.name'],
    [{ name: 'a\nb' }, 'input.name'],
    [{ name: 'a\u0000' }, 'input.name'],
    [{ aliases: ['a', long] }, 'input.aliases[1]'],
    [{ aliases: ['a', ' '] }, 'input.aliases[1]'],
    [{ aliases: Array.from({ length: 11 }, (_, at) => `a${at}`) }, 'input.aliases'],
    [{ instructions: ['a', 'b', 'a'.repeat(501)] }, 'input.instructions[2]'],
    [{ instructions: Array.from({ length: 21 }, (_, at) => `a${at}`) }, 'input.instructions'],
    [{ id: 'x' }, 'input.id'],
    [{ id: newId() + '0' }, 'input.id'],
  ]
  for (const [input, path] of cases) {
    const response = await trySave(app, user, { id: newId(), ...input })
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', path)
    t.ok(response.errors?.[0]?.message.startsWith(`${path} `), path)
  }
  const wrongType = await trySave(app, user, { id: newId(), primaryMuscles: ['WING'] })
  t.match(wrongType.errors?.[0]?.message, 'input.primaryMuscles[0]')
  t.same(
    (await feed(app, user)).changes.filter(({ type }) => type === 'EXERCISE'),
    [],
  )
  const names = { longest: '🏋️'.repeat(50), accents: 'e\u0301'.repeat(100) }
  for (const name of Object.values(names))
    t.match(await save(app, user, { id: newId(), name }), { conflict: null })
})

t.test('rejects the 501st custom exercise', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const ids = Array.from({ length: 500 }, newId)
  const { custom } = app.features.services.exercises
  await custom.apply(
    user.id,
    ids.map((id, at) => readExercise({ id, name: `Number ${at}` }, 'input')),
  )
  const more = newId()
  t.equal(await save(app, user, { id: more }), 'CONFLICT')
  t.equal(await find(app, user, more), 'NOT_FOUND')
  t.match(
    await save(app, user, { id: ids[0], expectedVersion: 1, name: 'Changed' }),
    { exercise: { version: 2 } },
    'existing exercises can be changed',
  )
  await remove(app, user, ids[0]!)
  t.match(await save(app, user, { id: more }), { exercise: { version: 1 } })
})

t.test('rejects another tracking type once a workout contains the exercise', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const id = newId()
  await save(app, user, { id, trackingType: 'DURATION' })
  t.match(await save(app, user, { id, expectedVersion: 1, trackingType: 'REPS_ONLY' }), {
    exercise: { trackingType: 'REPS_ONLY', version: 2 },
  })
  await use(app, user, { [id]: {} })
  const refused = await trySave(app, user, { id, expectedVersion: 2, trackingType: 'DURATION' })
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(refused.errors?.[0]?.message, /^input\.trackingType must stay REPS_ONLY/)
  t.match(await save(app, user, { id, expectedVersion: 2, trackingType: 'REPS_ONLY', name: 'New' }), {
    exercise: { name: 'New', version: 3 },
  })
  await use(app, user, { [id]: null })
  t.match(await save(app, user, { id, expectedVersion: 3 }), { exercise: { trackingType: 'WEIGHT_REPS' } })
})

t.test('limits the share of the body weight, and keeps it once a workout contains the exercise', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const id = newId()
  const trackingType = 'BODYWEIGHT_REPS'
  for (const bodyweightShare of [-0.1, 1.01]) {
    const refused = await trySave(app, user, { id, trackingType, bodyweightShare })
    t.match(refused.errors?.[0], { extensions: { code: 'BAD_USER_INPUT', field: 'input.bodyweightShare' } })
  }
  t.match(await save(app, user, { id, trackingType }), { exercise: { bodyweightShare: 1 } })
  t.match(await save(app, user, { id, trackingType, bodyweightShare: 0.64, expectedVersion: 1 }), {
    exercise: { bodyweightShare: 0.64, version: 2 },
  })
  await use(app, user, { [id]: {} })
  const refused = await trySave(app, user, { id, trackingType, expectedVersion: 2 })
  t.match(refused.errors?.[0]?.message, /^input\.bodyweightShare must stay 0\.64/)
})

t.test('does not find a deleted exercise that no workout contains', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const id = newId()
  await save(app, user, { id })
  t.match(await remove(app, user, id, 2), { version: 1, conflict: 'VERSION', record: { id, version: 1 } })
  t.match(await remove(app, user, id, 1), {
    recordId: id,
    version: 2,
    deletedAt: String,
    conflict: null,
    record: null,
  })
  t.match(await remove(app, user, id), { version: 2, deletedAt: String, conflict: null })
  t.equal(await find(app, user, id), 'NOT_FOUND')
  t.match(await save(app, user, { id, expectedVersion: 2, name: 'Back' }), {
    exercise: null,
    conflict: 'DELETED',
  })
  t.match(await remove(app, user, newId()), { version: null, deletedAt: null, conflict: null })
  t.equal(await remove(app, user, 'x'), 'BAD_USER_INPUT')
})

t.test(
  'keeps name, muscles and tracking type of a deleted exercise as long as a workout contains it',
  async t => {
    let now = new Date('2026-05-01T12:00:00.000Z')
    const databases: Database[] = []
    const app = await build(t, {
      clock: () => now,
      wrapDatabase: database => (databases.push(database), database),
      settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '900d', TOMBSTONE_EXPIRES_IN: '90d' },
    })
    const [user, stranger] = [await signUp(app), await signUp(app)]
    const id = newId()
    await save(app, user, { id, ...row })
    await use(app, user, { [id]: {} })
    await remove(app, user, id)
    const owned = databases[0]!.collection<OwnedDocument>('ownedRecords')
    const stored = () => owned.findOne({ _id: new ObjectId(id) })
    t.equal((await stored())?.expiresAt, undefined, 'the exercise in a workout does not expire')
    const { name, category, primaryMuscles, secondaryMuscles, trackingType } = row
    const left = {
      id,
      name,
      category,
      primaryMuscles,
      secondaryMuscles,
      trackingType,
      isDeleted: true,
      isCustom: true,
      version: 2,
      instructions: [],
      aliases: [],
      equipment: [],
      force: null,
      mechanic: null,
      isUnilateral: false,
    }
    t.match(await find(app, user, id), left)
    // Tombstones expire before the workouts.
    now = new Date(now.getTime() + 800 * days)
    t.match(await find(app, user, id), left)
    t.match(await find(app, user, id, 'node'), left)
    const { findMany } = app.features.services.exercises
    t.match(
      (await findMany(user.id, [id])).get(id),
      { name, isDeleted: true },
      'new workouts can contain it, too',
    )
    t.equal((await findMany(stranger.id, [id])).size, 0)
    t.equal(await find(app, stranger, id), 'NOT_FOUND')

    await use(app, user, { [id]: { timesPerformed: 3 } })
    t.match(await find(app, user, id), left)
    await use(app, user, { [id]: null })
    t.equal(await find(app, user, id), 'NOT_FOUND', 'it is deleted with the last workout')
    t.match(await save(app, user, { id, name: 'Back' }), { conflict: 'DELETED' }, 'the tombstone exists')
    const expiresAt = new Date(now.getTime() + 90 * days)
    t.match(
      await stored(),
      { content: null, derived: {}, expiresAt },
      'the tombstone has no data and expires',
    )
    t.same(Object.keys((await stored())?.derived ?? {}), [])
  },
)

t.test('lists a custom exercise and its tombstone in the change feed', async t => {
  const app = await build(t)
  const user = await signUp(app)
  const { cursor } = await feed(app, user)
  const id = newId()
  await save(app, user, { id })
  const first = await feed(app, user, cursor)
  t.match(first.changes, [
    {
      type: 'EXERCISE',
      recordId: id,
      version: 1,
      deletedAt: null,
      record: { __typename: 'Exercise', name: 'Landmine Row' },
    },
  ])
  await use(app, user, { [id]: {} })
  await remove(app, user, id)
  const second = await feed(app, user, first.cursor)
  t.match(
    second.changes.filter(({ type }) => type === 'EXERCISE'),
    [{ recordId: id, version: 2, deletedAt: String, record: null }],
  )
})
