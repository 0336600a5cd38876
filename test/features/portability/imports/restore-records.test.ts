import t from 'tap'
import { buildApp, type App } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { createLatch } from '../../../latch.js'
import { isolatedSettings, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { dataOf, exportOf, type Data } from '../exports/exports.js'
import { completed, done, entry, kg, newId } from '../../training/workouts/workouts.js'
import { buildWithExercises, ended, imported, send, type Imported } from './imports.js'

const shownFields = `{
  gyms { name unit isDefault bars { name load { value unit } } }
  routineFolders { title position }
  routines { edges { node { title notes position exercises { exercise { name } sets { minReps load { value unit } } } } } }
  exerciseSettings { edges { node { note restSeconds } } }
  pauses { from to reason }
  goals { kind target unit reps startsOn progress { value percent } achievedAt exercise { name } }
}`

interface Shown {
  gyms: { name: string; isDefault: boolean }[]
  goals: object[]
}

async function shown(app: App, user: TestUser): Promise<Shown> {
  const { data, errors } = await queryGraphQL<Shown>(app, shownFields, {}, user)
  if (!data || errors) throw new Error(JSON.stringify(errors))
  return data
}

async function write(app: App, user: TestUser, mutation: string, type: string, input: object) {
  const { data, errors } = await queryGraphQL<Record<string, { conflict: string | null }>>(
    app,
    `mutation($input: ${type}!) { ${mutation}(input: $input) { conflict } }`,
    { input },
    user,
  )
  if (errors || data?.[mutation]?.conflict !== null) throw new Error(JSON.stringify(errors ?? data))
}

const benchOf = async (app: App): Promise<string> => {
  const query = '{ exercise(slug: "barbell-bench-press") { id } }'
  const { data } = await queryGraphQL<{ exercise: { id: string } }>(app, query)
  return data!.exercise.id
}

/** Creates one record of each type, and returns the export. */
async function exportRecords(app: App, user: TestUser): Promise<Data> {
  const [bench, own, folder] = [await benchOf(app), newId(), newId()]
  await write(app, user, 'saveExercise', 'ExerciseInput', { id: own, name: 'Own press', deltoids: ['FRONT'] })
  await write(app, user, 'saveGym', 'GymInput', {
    ...{ id: newId(), name: 'Cellar', unit: 'KG' },
    bars: [{ name: 'Bar', load: kg(20) }],
  })
  await write(app, user, 'saveRoutineFolder', 'RoutineFolderInput', {
    id: folder,
    title: 'Pushing',
    position: 2,
  })
  const planned = (exerciseId: string) => ({
    ...{ id: newId(), exerciseId },
    sets: [{ minReps: 5, load: kg(60) }],
  })
  await write(app, user, 'saveRoutine', 'RoutineInput', {
    ...{ id: newId(), title: 'Push', notes: 'Slowly', folderId: folder },
    exercises: [planned(bench), planned(own)],
  })
  const settings = { id: newId(), exerciseId: bench, note: 'Seat 4', restSeconds: 150 }
  await write(app, user, 'saveExerciseSettings', 'ExerciseSettingsInput', settings)
  const pause = { id: newId(), from: '2026-04-01', to: '2026-04-05', reason: 'ILLNESS' }
  await write(app, user, 'savePause', 'PauseInput', pause)
  const goal = { id: newId(), kind: 'LOAD', exerciseId: bench, target: 100, unit: 'KG', reps: 5 }
  await write(app, user, 'saveGoal', 'GoalInput', { ...goal, startsOn: '2026-01-01' })
  const exercises = [entry(bench, [done({ load: kg(80), reps: 5, completedAt: '2026-05-01T10:00:00.000Z' })])]
  const workout = completed({
    startedAt: '2026-05-01T10:00:00.000Z',
    endedAt: '2026-05-01T11:00:00.000Z',
    exercises,
  })
  await write(app, user, 'saveWorkout', 'WorkoutInput', workout)
  return dataOf(await exportOf(app, user))
}

t.test('restores gyms, routines, folders, settings, pauses and goals from data.json', async t => {
  const app = await buildWithExercises(t)
  const user = await signUp(app)
  const data = await exportRecords(app, user)
  const before = await shown(app, user)
  const file = JSON.stringify(data)

  t.test('into another database, once', async t => {
    const other = await buildWithExercises(t)
    const restored = await signUp(other)
    const preview = await imported(other, restored, file, { dryRun: 'true' })
    t.match(preview, { recordsRestored: 6, workoutsMade: 1, skippedCount: 0 })
    t.notMatch(await shown(other, restored), before)
    t.match(await imported(other, restored, file), { recordsRestored: 6, workoutsMade: 1, skippedCount: 0 })
    t.same(await shown(other, restored), before)
    t.match(await imported(other, restored, file), { recordsRestored: 0, workoutsMade: 0, skippedCount: 0 })
    t.same(await shown(other, restored), before)
  })

  t.test('into another account of the same service, with new ids', async t => {
    const restored = await signUp(app)
    t.match(await imported(app, restored, file), { recordsRestored: 6, workoutsMade: 1, skippedCount: 0 })
    t.same(await shown(app, restored), before)
    const { data: folders } = await queryGraphQL<{
      routineFolders: { id: string }[]
      routines: { edges: { node: { folderId: string } }[] }
    }>(app, '{ routineFolders { id } routines { edges { node { folderId } } } }', {}, restored)
    t.equal(folders!.routines.edges[0]!.node.folderId, folders!.routineFolders[0]!.id)
    t.same(await shown(app, user), before, 'the other account keeps its records')
  })

  t.test('but not records that were edited or deleted', async t => {
    const owner = await signUp(app)
    const own = await exportRecords(app, owner)
    const idOf = (type: string) => own.records.find(record => record.type === type)!.id
    await write(app, owner, 'savePause', 'PauseInput', {
      ...{ id: idOf('PAUSE'), expectedVersion: 1, from: '2026-04-02', to: '2026-04-05', reason: 'OTHER' },
    })
    await queryGraphQL(
      app,
      'mutation($input: DeleteInput!) { deleteGoal(input: $input) { conflict } }',
      { input: { id: idOf('GOAL') } },
      owner,
    )
    const changed = await shown(app, owner)
    t.match(await imported(app, owner, JSON.stringify(own)), { recordsRestored: 0, skippedCount: 0 })
    t.same(await shown(app, owner), changed)
  })

  t.test('but not the version of a record, nor fields that it does not have', async t => {
    const owner = await signUp(app)
    const own = await exportRecords(app, owner)
    const changed = await shown(app, owner)
    const records = own.records.map(record => ({
      ...record,
      content: record.content && {
        ...record.content,
        expectedVersion: 1,
        title: 'Other',
        name: 'Other',
        junk: [[]],
      },
    }))
    const result = await imported(app, owner, JSON.stringify({ ...own, records }))
    t.match(result, { importStatus: 'COMPLETED', recordsRestored: 0 })
    t.same(await shown(app, owner), changed)
  })

  t.test('up to the number that a user can have, with dates that exist', async t => {
    const restored = await signUp(app)
    const pause = (date: string, reason = 'OTHER') => ({
      ...{ type: 'PAUSE', id: newId(), version: 1 },
      content: { from: date, to: date, reason },
    })
    const day = (number: number) => new Date(Date.UTC(2024, 0, number)).toISOString().slice(0, 10)
    const goal = (startsOn: string) => ({
      ...{ type: 'GOAL', id: newId(), version: 1 },
      content: {
        ...{ kind: 'SESSIONS_PER_WEEK', exerciseId: null, target: 3, unit: null, reps: null },
        ...{ startsOn, endsOn: null },
      },
    })
    const records = [
      ...[
        pause('2030-02-30'),
        pause('2025-13-45'),
        goal('2030-13-45'),
        goal('2030-02-30'),
        goal('2026-01-01'),
      ],
      ...Array.from({ length: 201 }, (_, index) => pause(day(index + 1))),
    ]
    const { format, version } = data
    const result = await imported(app, restored, JSON.stringify({ format, version, records }))
    t.match(result, { importStatus: 'COMPLETED', recordsRestored: 201, skippedCount: 5 })
    t.equal((await shown(app, restored)).goals.length, 1)
  })

  t.test('and the default gym of an account without gyms only', async t => {
    const gym = (name: string, isDefault: boolean | null) => ({
      ...{ id: newId(), name, unit: 'KG', isDefault },
    })
    const owner = await signUp(app)
    await write(app, owner, 'saveGym', 'GymInput', gym('First', null))
    await write(app, owner, 'saveGym', 'GymInput', gym('Second', null))
    const defaultOf = async (user: TestUser) =>
      (await shown(app, user)).gyms.filter(({ isDefault }) => isDefault).map(({ name }) => name)
    t.same(await defaultOf(owner), ['First'])
    const gyms = JSON.stringify(dataOf(await exportOf(app, owner)))
    const [empty, settled] = [await signUp(app), await signUp(app)]
    await imported(app, empty, gyms)
    t.same(await defaultOf(empty), ['First'])
    await write(app, settled, 'saveGym', 'GymInput', gym('Own', null))
    await imported(app, settled, gyms)
    t.same(await defaultOf(settled), ['Own'])
  })

  t.test('and reports records that conflict with others', async t => {
    const restored = await signUp(app)
    const settings = { id: newId(), exerciseId: await benchOf(app), note: 'Own note' }
    await write(app, restored, 'saveExerciseSettings', 'ExerciseSettingsInput', settings)
    const result = await imported(app, restored, file)
    t.match(result, { recordsRestored: 5, skippedCount: 1 })
    t.match(result.skipped[0]?.reason, /^Another record conflicts with this one: an overlapping pause/)
  })

  t.test('except damaged ones, which are skipped with a reason', async t => {
    const other = await buildWithExercises(t)
    const restored = await signUp(other)
    const damages: Record<string, object> = {
      GYM: { bars: 'many' },
      ROUTINE: { exercises: [{}] },
      EXERCISE_SETTINGS: { exerciseId: newId() },
      PAUSE: { to: '2026-03-01' },
      GOAL: { target: -5 },
    }
    const records = data.records.map(record => ({
      ...record,
      content: { ...record.content, ...damages[record.type] },
    }))
    const result: Imported = await imported(other, restored, JSON.stringify({ ...data, records }))
    t.match(result, { importStatus: 'COMPLETED', recordsRestored: 1, workoutsMade: 1, skippedCount: 5 })
    const reasons = result.skipped.map(({ reason }) => reason).join(' ')
    t.match(reasons, 'record.to must not be before from.')
    t.match(reasons, 'record.target must be between 1 and 1,500 kilograms.')
  })
})

t.test('counts the records that an interrupted import has restored once', async t => {
  const folders = Array.from({ length: 45 }, (_, position) => ({
    ...{ type: 'ROUTINE_FOLDER', id: newId(), version: 1, updatedAt: '2026-05-01T10:00:00.000Z' },
    content: { title: `Folder ${position}`, position },
  }))
  const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  const failed = createLatch()
  const users: TestUser[] = []
  let batches = 0
  const app = await buildApp(loadConfig(settings), {
    wrapDatabase: database => ({
      ...database,
      async transaction(userId, work) {
        if (userId === users[0]?.id && ++batches === 3) {
          failed.open()
          throw new Error('the disk is unplugged')
        }
        return database.transaction(userId, work)
      },
    }),
  })
  await app.ready()
  const user = await signUp(app)
  users.push(user)
  const file = { format: 'fitness-training-export', version: 1, records: folders }
  const id = await send(app, user, JSON.stringify(file))
  await failed.passed
  await app.close()
  const restarted = await buildApp(loadConfig(settings), { clock: () => new Date(Date.now() + 11_000) })
  t.teardown(() => restarted.close())
  await restarted.ready()
  t.match(await ended(restarted, user, id), {
    importStatus: 'COMPLETED',
    recordsRestored: 45,
    skippedCount: 0,
  })
})
