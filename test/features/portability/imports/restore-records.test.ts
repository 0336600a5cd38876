import t from 'tap'
import type { App } from '../../../../src/app.js'
import { queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { dataOf, exportOf, type Data } from '../exports/exports.js'
import { completed, done, entry, kg, newId } from '../../training/workouts/workouts.js'
import { buildWithExercises, imported, type Imported } from './imports.js'

const shownFields = `{
  gyms { name unit isDefault bars { name load { value unit } } }
  routineFolders { title position }
  routines { edges { node { title notes position exercises { exercise { name } sets { minReps load { value unit } } } } } }
  exerciseSettings { edges { node { note restSeconds } } }
  pauses { from to reason }
  goals { kind target unit reps startsOn progress { value percent } achievedAt exercise { name } }
}`

async function shown(app: App, user: TestUser): Promise<object> {
  const { data, errors } = await queryGraphQL<object>(app, shownFields, {}, user)
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
    t.match(
      result.skipped.map(({ reason }) => reason).join(' '),
      /record\.to must not be before from.*record\.target/,
    )
  })
})
