import { ObjectId } from 'mongodb'
import t from 'tap'
import type { OwnedDocument } from '../../../../src/features/owned/view.js'
import type { Database } from '../../../../src/platform/database/database.js'
import { days } from '../../../../src/lib/quantities.js'
import { queryGraphQL, build, errorCodeOf, signUp } from '../../../helper.js'
import { catalogueOf, pageOf } from './documents.js'
import { feed, find, newId, remove, save, saveAnswer, use } from './custom-exercises.js'
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

t.test('an exercise of one’s own is saved whole and read back', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const id = newId()
  const saved = await save(app, person, { id, ...row })
  const exercise = { id, ...row, slug: `custom-${id}`, version: 1, isCustom: true, isDeleted: false }
  t.match(saved, { exercise, conflict: null })
  t.match(await find(app, person, id), exercise)
  t.match(await find(app, person, id, 'node'), exercise)

  t.match(
    await save(app, person, { id, expectedVersion: 1, name: ' Rowing ' }),
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
    'what is left out is null or its default',
  )
})

t.test('equal is as it is read', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const id = newId()
  const accent = { composed: '\u00e9', decomposed: 'e\u0301' }
  await save(app, person, { id, name: `Coup${accent.composed}`, primaryMuscles: ['CHEST'] })
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
    t.match(await save(app, person, { id, ...input }), { exercise: { version: 1 }, conflict: null })
  t.match(
    await save(app, person, { id, name: 'Other', expectedVersion: 7 }),
    { exercise: { version: 1, name: `Coup${accent.composed}` }, conflict: 'VERSION' },
    'the server’s copy',
  )
  t.match(await save(app, person, { id: newId(), expectedVersion: 1 }), {
    exercise: null,
    conflict: 'UNKNOWN',
  })
})

t.test('nobody else finds, reads, changes or deletes it', async t => {
  const app = await build(t)
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await save(app, person, { id })
  for (const other of [stranger, undefined])
    for (const by of ['exercise', 'node'] as const) t.equal(await find(app, other, id, by), 'NOT_FOUND')
  t.match(await save(app, stranger, { id, name: 'Mine' }), { exercise: null, conflict: 'ID_TAKEN' })
  t.match(await remove(app, stranger, id), { version: null, conflict: 'ID_TAKEN', record: null })
  const known = await app.features.services.exercises.known(stranger.id, [id])
  t.equal(known.size, 0, 'nor may a workout of theirs name it')
  t.match(await find(app, person, id), { name: 'Landmine Row' })
  for (const answer of [await saveAnswer(app, undefined, { id })])
    t.equal(errorCodeOf(answer), 'UNAUTHENTICATED')
})

t.test('an identifier of the catalogue is taken', async t => {
  const app = await catalogueOf(t, 1)
  const person = await signUp(app)
  const { id, name } = (await pageOf(app)).edges[0]!.node
  t.match(await save(app, person, { id }), { exercise: null, conflict: 'ID_TAKEN' })
  t.match(await remove(app, person, id), { conflict: 'ID_TAKEN', record: null })
  t.match(await find(app, person, id), { name, version: 1, isCustom: false, isDeleted: false })
})

t.test("an identifier of an exercise, or of a person, is none for anything else of one's own", async t => {
  const app = await catalogueOf(t, 1)
  const [person, other] = [await signUp(app), await signUp(app)]
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
      person,
    )
    return data?.sync.results.map(({ status, conflict }) => conflict ?? status)
  }
  for (const id of [exerciseId, person.id, other.id]) t.same(await conflictsOf(id), Array(3).fill('ID_TAKEN'))
  t.same(await conflictsOf(newId()), ['APPLIED', 'ID_TAKEN', 'APPLIED'])
})

t.test('what is wrong with an exercise is told by its path, and nothing is written', async t => {
  const app = await build(t)
  const person = await signUp(app)
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
    const answer = await saveAnswer(app, person, { id: newId(), ...input })
    t.equal(errorCodeOf(answer), 'BAD_USER_INPUT', path)
    t.ok(answer.errors?.[0]?.message.startsWith(`${path} `), path)
  }
  const wrongType = await saveAnswer(app, person, { id: newId(), primaryMuscles: ['WING'] })
  t.match(wrongType.errors?.[0]?.message, 'input.primaryMuscles[0]')
  t.same(
    (await feed(app, person)).changes.filter(({ type }) => type === 'EXERCISE'),
    [],
  )
  const names = { longest: '🏋️'.repeat(50), accents: 'e\u0301'.repeat(100) }
  for (const name of Object.values(names))
    t.match(await save(app, person, { id: newId(), name }), { conflict: null })
})

t.test('the five hundred and first is one too many', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const ids = Array.from({ length: 500 }, newId)
  const { custom } = app.features.services.exercises
  await custom.apply(
    person.id,
    ids.map((id, at) => readExercise({ id, name: `Number ${at}` }, 'input')),
  )
  const more = newId()
  t.equal(await save(app, person, { id: more }), 'CONFLICT')
  t.equal(await find(app, person, more), 'NOT_FOUND')
  t.match(
    await save(app, person, { id: ids[0], expectedVersion: 1, name: 'Changed' }),
    { exercise: { version: 2 } },
    'those that are there may change',
  )
  await remove(app, person, ids[0]!)
  t.match(await save(app, person, { id: more }), { exercise: { version: 1 } })
})

t.test('what a set records stays once a workout names the exercise', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const id = newId()
  await save(app, person, { id, trackingType: 'DURATION' })
  t.match(await save(app, person, { id, expectedVersion: 1, trackingType: 'REPS_ONLY' }), {
    exercise: { trackingType: 'REPS_ONLY', version: 2 },
  })
  await use(app, person, { [id]: {} })
  const refused = await saveAnswer(app, person, { id, expectedVersion: 2, trackingType: 'DURATION' })
  t.equal(errorCodeOf(refused), 'BAD_USER_INPUT')
  t.match(refused.errors?.[0]?.message, /^input\.trackingType must stay REPS_ONLY/)
  t.match(await save(app, person, { id, expectedVersion: 2, trackingType: 'REPS_ONLY', name: 'New' }), {
    exercise: { name: 'New', version: 3 },
  })
  await use(app, person, { [id]: null })
  t.match(await save(app, person, { id, expectedVersion: 3 }), { exercise: { trackingType: 'WEIGHT_REPS' } })
})

t.test('a deleted exercise that no workout names is gone', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const id = newId()
  await save(app, person, { id })
  t.match(await remove(app, person, id, 2), { version: 1, conflict: 'VERSION', record: { id, version: 1 } })
  t.match(await remove(app, person, id, 1), {
    recordId: id,
    version: 2,
    deletedAt: String,
    conflict: null,
    record: null,
  })
  t.match(await remove(app, person, id), { version: 2, deletedAt: String, conflict: null })
  t.equal(await find(app, person, id), 'NOT_FOUND')
  t.match(await save(app, person, { id, expectedVersion: 2, name: 'Back' }), {
    exercise: null,
    conflict: 'DELETED',
  })
  t.match(await remove(app, person, newId()), { version: null, deletedAt: null, conflict: null })
  t.equal(await remove(app, person, 'x'), 'BAD_USER_INPUT')
})

t.test('of a deleted one name, muscles and tracking type are left while a workout names it', async t => {
  let now = new Date('2026-05-01T12:00:00.000Z')
  const databases: Database[] = []
  const app = await build(t, {
    clock: () => now,
    wrapDatabase: database => (databases.push(database), database),
    settings: { JWT_ACCESS_TOKEN_EXPIRES_IN: '900d', TOMBSTONE_EXPIRES_IN: '90d' },
  })
  const [person, stranger] = [await signUp(app), await signUp(app)]
  const id = newId()
  await save(app, person, { id, ...row })
  await use(app, person, { [id]: {} })
  await remove(app, person, id)
  const owned = databases[0]!.collection<OwnedDocument>('ownedRecords')
  const stored = () => owned.findOne({ _id: new ObjectId(id) })
  t.equal((await stored())?.expiresAt, undefined, 'it is not swept away')
  const { name, primaryMuscles, secondaryMuscles, trackingType } = row
  const left = {
    id,
    name,
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
  t.match(await find(app, person, id), left)
  // A tombstone is shorter-lived than the workouts.
  now = new Date(now.getTime() + 800 * days)
  t.match(await find(app, person, id), left)
  t.match(await find(app, person, id, 'node'), left)
  const { known } = app.features.services.exercises
  t.match((await known(person.id, [id])).get(id), { name, isDeleted: true }, 'new workouts may name it, too')
  t.equal((await known(stranger.id, [id])).size, 0)
  t.equal(await find(app, stranger, id), 'NOT_FOUND')

  await use(app, person, { [id]: { timesPerformed: 3 } })
  t.match(await find(app, person, id), left)
  await use(app, person, { [id]: null })
  t.equal(await find(app, person, id), 'NOT_FOUND', 'it goes with the last workout')
  t.match(await save(app, person, { id, name: 'Back' }), { conflict: 'DELETED' }, 'its tombstone is there')
  const expiresAt = new Date(now.getTime() + 90 * days)
  t.match(
    await stored(),
    { content: null, derived: {}, expiresAt },
    'nothing is kept of it, and it will be swept away',
  )
  t.same(Object.keys((await stored())?.derived ?? {}), [])
})

t.test('the feed has it, and its tombstone', async t => {
  const app = await build(t)
  const person = await signUp(app)
  const { cursor } = await feed(app, person)
  const id = newId()
  await save(app, person, { id })
  const first = await feed(app, person, cursor)
  t.match(first.changes, [
    {
      type: 'EXERCISE',
      recordId: id,
      version: 1,
      deletedAt: null,
      record: { __typename: 'Exercise', name: 'Landmine Row' },
    },
  ])
  await use(app, person, { [id]: {} })
  await remove(app, person, id)
  const second = await feed(app, person, first.cursor)
  t.match(
    second.changes.filter(({ type }) => type === 'EXERCISE'),
    [{ recordId: id, version: 2, deletedAt: String, record: null }],
  )
})
