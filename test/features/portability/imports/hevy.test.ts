import t from 'tap'
import { queryGraphQL, signUp } from '../../../helper.js'
import { buildWithExercises, imported, workoutsOf } from './imports.js'

const app = await buildWithExercises(t)
const header = (weight: string, distance: string) =>
  `title,start_time,end_time,description,exercise_title,superset_id,exercise_notes,set_index,set_type,${weight},reps,${distance},duration_seconds,rpe`

t.test(
  'imports a Hevy file with units in the column names, in which the set index 0 starts an exercise',
  async t => {
    const user = await signUp(app)
    const row = (rest: string) =>
      `"Upper","27 de jul. de 2025, 18:00","27 de jul. de 2025, 19:05","Good",${rest}`
    const file = [
      header('weight_lbs', 'distance_miles'),
      row('"Bench Press (Barbell)",0,"slow",0,"warmup",95,8,,,'),
      row('"Bench Press (Barbell)",0,"slow",1,"normal",185,5,,,8.5'),
      row('"Lat Pulldown (Cable)",0,"",0,"failure",120,10,,,'),
      row('"Bench Press (Barbell)",,"",0,"dropset",135,12,,,'),
      row('"Bench Press (Barbell)",,"",0,"normal",135,12,,,'),
      row('"Running",,"",0,"normal",,,2,900,'),
      row('"Korean Dips",,"",0,"normal",,7,,,'),
      row('"Klimmzug mit Hilfe (assisted)",,"",0,"normal",44,7,,,'),
    ].join('\n')
    const result = await imported(app, user, file, { timezone: 'America/Sao_Paulo', weightUnit: 'KG' })
    t.match(result, { importStatus: 'COMPLETED', workoutsMade: 1, rowsRead: 8, skippedCount: 0 })
    t.same(result.exercisesCreated, ['Korean Dips', 'Klimmzug mit Hilfe (assisted)'])
    const [upper] = await workoutsOf(app, user)
    t.match(upper, {
      workoutTitle: 'Upper',
      notes: 'Good',
      startedAt: '2025-07-27T21:00:00.000Z',
      endedAt: '2025-07-27T22:05:00.000Z',
    })
    t.same(
      upper!.exercises.map(({ exercise, supersetId, notes, sets }) => [
        ...[exercise.trackingType, supersetId, notes],
        ...sets.map(({ type, loadMode, load, reps }) => [type, loadMode, load?.value ?? null, reps]),
      ]),
      [
        ['WEIGHT_REPS', '0', 'slow', ['WARMUP', 'EXTERNAL', 95, 8], ['NORMAL', 'EXTERNAL', 185, 5]],
        ['WEIGHT_REPS', '0', null, ['FAILURE', 'EXTERNAL', 120, 10]],
        ['WEIGHT_REPS', null, null, ['DROPSET', 'EXTERNAL', 135, 12]],
        ['WEIGHT_REPS', null, null, ['NORMAL', 'EXTERNAL', 135, 12]],
        ['DISTANCE_DURATION', null, null, ['NORMAL', 'EXTERNAL', null, null]],
        ['BODYWEIGHT_REPS', null, null, ['NORMAL', 'BODYWEIGHT', null, 7]],
        ['BODYWEIGHT_ASSISTED_REPS', null, null, ['NORMAL', 'ASSISTED', 44, 7]],
      ],
    )
    t.equal(upper!.exercises[0]!.sets[0]!.load?.unit, 'LB')
    t.equal(upper!.exercises[4]!.sets[0]!.distanceMeters, 2 * 1609.344)
  },
)

t.test(
  'publishes no personal records during an import, and completes its progress events afterwards',
  async t => {
    const user = await signUp(app)
    const { records, imports } = app.features.services
    const updates = records.recordSet(user.id)
    const row = (day: string, weight: number) =>
      `"Day","${day} Mai 2026, 18:00","${day} Mai 2026, 19:00",,"Squat (Barbell)",,,0,"normal",${weight},5,,,`
    const file = [header('weight_kg', 'distance_km'), row('3', 120), row('2', 110), row('1', 100)].join('\n')
    const { id } = await imported(app, user, file)
    const states = await imports.progress(user.id, id)
    const seen = []
    for await (const { status } of states) seen.push(status)
    t.same(seen, ['COMPLETED'], 'ends after the import')
    const { data } = await queryGraphQL<{ records: { edges: { node: { previous: object | null } }[] } }>(
      app,
      '{ records(first: 20) { edges { node { type previous { value } } } } }',
      {},
      user,
    )
    t.ok(
      data!.records.edges.some(({ node }) => node.previous),
      'records were broken',
    )
    const first = await Promise.race([updates.next(), Promise.resolve('nothing')])
    t.equal(first, 'nothing')
    await updates.return?.()
  },
)
