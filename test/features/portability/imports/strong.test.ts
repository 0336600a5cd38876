import t from 'tap'
import { signUp } from '../../../helper.js'
import { buildWithExercises, imported, workoutsOf } from './imports.js'

const app = await buildWithExercises(t)

const twelve =
  'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE'

t.test('imports a Strong file with twelve columns separated by commas and without units', async t => {
  const user = await signUp(app)
  const file = [
    twelve,
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Bench Press (Barbell)",W,40.0,10,0,0.0,"","Felt ""good""",',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Bench Press (Barbell)",1,100.5,5,0,0.0,"","",6.5',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Bench Press (Barbell)",D,80,8,0,0.0,"","",',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Bench Press (Barbell)",Rest Timer,0,0,0,90,"","",',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Chest Dip",1,0,12,0,0,"","",10',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Chest Dip",2,10,8,0,0,"","",',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Pull Up (Assisted)",1,20,8,0,0,"","",',
    '2026-05-04 18:00:00,"Push, heavy",1h 3m,"Pull Up (Assisted)",F,20,6,0,0,"","",',
    '2026-05-06 18:00:00,Cardio,264h 1m,Running,1,0,0,5.5,1800,"","",',
    '2026-05-08 18:00:00,Odd,,My Own Thing,1,12,5,0,0,"","",',
    '2026-05-08 18:00:00,Odd,,My Own Thing,2,12,5,0,0,"","",',
  ].join('\n')
  const result = await imported(app, user, file, {
    timezone: 'Europe/Berlin',
    weightUnit: 'LB',
    distanceUnit: 'MI',
  })
  t.match(result, {
    importStatus: 'COMPLETED',
    dryRun: false,
    rowsRead: 11,
    workoutsMade: 3,
    workoutsAlreadyThere: 0,
    skippedCount: 0,
    skipped: [],
    exercisesCreated: ['My Own Thing'],
    error: null,
  })
  t.same(
    result.exercisesMatched.map(({ name, exercise, confidence }) => [name, exercise?.slug, confidence]),
    [
      ['Bench Press (Barbell)', 'barbell-bench-press', 1],
      ['Chest Dip', 'chest-dip', 1],
      ['Pull Up (Assisted)', 'machine-assisted-pull-up', 1],
      ['Running', 'running', 1],
    ],
  )
  const [push, cardio, odd] = await workoutsOf(app, user)
  t.match(push, {
    version: 1,
    workoutTitle: 'Push, heavy',
    startedAt: '2026-05-04T16:00:00.000Z',
    endedAt: '2026-05-04T17:03:00.000Z',
    timezone: 'Europe/Berlin',
    notes: 'Felt "good"',
  })
  const sets = push!.exercises.map(({ sets }) =>
    sets.map(({ type, loadMode, load, reps, rpe }) => [type, loadMode, load?.value, load?.unit, reps, rpe]),
  )
  t.same(sets, [
    [
      ['WARMUP', 'EXTERNAL', 40, 'LB', 10, null],
      ['NORMAL', 'EXTERNAL', 100.5, 'LB', 5, 6.5],
      ['DROPSET', 'EXTERNAL', 80, 'LB', 8, null],
    ],
    [
      ['NORMAL', 'BODYWEIGHT', undefined, undefined, 12, 10],
      ['NORMAL', 'BODYWEIGHT', 10, 'LB', 8, null],
    ],
    [
      ['NORMAL', 'ASSISTED', 20, 'LB', 8, null],
      ['FAILURE', 'ASSISTED', 20, 'LB', 6, null],
    ],
  ])
  // A duration of eleven days is impossible.
  t.match(cardio, { startedAt: '2026-05-06T16:00:00.000Z', endedAt: '2026-05-06T17:00:00.000Z' })
  t.match(cardio!.exercises[0]!.sets[0], { reps: null, load: null, durationSeconds: 1800 })
  t.equal(cardio!.exercises[0]!.sets[0]!.distanceMeters, 5.5 * 1609.344)
  // Two sets without a duration.
  t.match(odd, { startedAt: '2026-05-08T16:00:00.000Z', endedAt: '2026-05-08T16:00:02.000Z' })
  t.match(odd!.exercises[0]!.exercise, { name: 'My Own Thing', trackingType: 'WEIGHT_REPS' })
  t.same(
    odd!.exercises[0]!.sets.map(({ completedAt }) => completedAt),
    ['2026-05-08T16:00:01.000Z', '2026-05-08T16:00:02.000Z'],
  )
})

t.test(
  'imports a Strong file with fourteen columns, semicolons, decimal commas and units, which take precedence',
  async t => {
    const user = await signUp(app)
    const file = [
      '\uFEFFDate;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes;Workout Duration',
      '2026-05-04 18:00:00;Legs;"Squat (Barbell)";1;62,5;lbs;5;;;;0;;"line one',
      'line two";38min',
      '2026-05-04 18:00:00;Legs;"Squat (Barbell)";2;62,5;kg;5;;;;0;slow;;38min',
      '2026-05-04 18:00:00;Legs;Plank;1;;;;;;;90;;;38min',
      '2026-05-04 18:00:00;Legs;Running;1;;;;;2,5;km;600;;;38min',
      '2026-05-04 18:00:00;Legs;"Squat (Barbell)";1;100;kg;3;;;;0;;;38min',
    ].join('\r\n')
    const result = await imported(app, user, Buffer.from(file, 'utf16le'), {
      weightUnit: 'LB',
      source: 'STRONG',
    })
    t.match(result, { importStatus: 'COMPLETED', rowsRead: 5, workoutsMade: 1, skippedCount: 0 })
    const [legs] = await workoutsOf(app, user)
    t.match(legs, { notes: 'line one\nline two', endedAt: '2026-05-04T18:38:00.000Z' })
    t.same(
      legs!.exercises.map(({ exercise, notes, sets }) => [
        exercise.slug,
        notes,
        sets.map(({ load }) => load),
      ]),
      [
        [
          'barbell-back-squat',
          'slow',
          [
            { value: 62.5, unit: 'LB' },
            { value: 62.5, unit: 'KG' },
          ],
        ],
        ['plank', null, [null]],
        ['running', null, [null]],
        ['barbell-back-squat', null, [{ value: 100, unit: 'KG' }]],
      ],
    )
    t.equal(legs!.exercises[1]!.sets[0]!.durationSeconds, 90)
    t.equal(legs!.exercises[2]!.sets[0]!.distanceMeters, 2500)
  },
)

t.test(
  'imports a Strong file of 2024 with thirteen columns, units in the header and notes in separate rows',
  async t => {
    const user = await signUp(app)
    const file = [
      'Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes',
      '1;2026-05-04 7:00:00\u202fPM;Pull;3600;Pull Up;Note;;;;;;"Chalk";',
      '1;2026-05-04 7:00:00\u202fPM;Pull;3600;Pull Up;1;;8;;;;;',
      '1;2026-05-04 7:00:00\u202fPM;Pull;3600;Rowing (Machine);1;;;;2000;480;;',
    ].join('\n')
    const result = await imported(app, user, file, { weightUnit: 'LB' })
    t.match(result, { importStatus: 'COMPLETED', rowsRead: 3, workoutsMade: 1, skippedCount: 0 })
    const [pull] = await workoutsOf(app, user)
    t.match(pull, { startedAt: '2026-05-04T19:00:00.000Z', endedAt: '2026-05-04T20:00:00.000Z' })
    t.equal(pull!.exercises[0]!.notes, 'Chalk')
    t.equal(pull!.exercises[1]!.sets[0]!.distanceMeters, 2000)
  },
)

t.test('skips only a line that is incomplete or has a misplaced quote', async t => {
  const user = await signUp(app)
  const row = (day: string, fields: string) => `2026-05-${day} 18:00:00,Day ${day},1h,${fields}`
  const file = [
    twelve,
    row('04', 'Plank,1,0,0,0,60,"","",'),
    row('05', 'Plank,1,0,0,0,60,"never closed,"",'),
    row('06', 'Plank,1,0,0,0,60,"","",'),
    row('07', 'Plank,1,0,0'),
    row('08', `Plank,1,0,0,0,60,${'x'.repeat(70_000)},"",`),
    'not a date,Day,1h,Plank,1,0,0,0,60,"","",',
    row('09', 'Plank,1,heavy,0,0,60,"","",'),
    row('09', 'Plank,1,0,2.5,0,60,"","",'),
    row('09', 'Plank,1,9999,1,0,60,"","",'),
    row('10', '"Plank",1,0,0,0,60,"a 5"" plate",5" plate,'),
    '2050-05-04 18:00:00,Ahead,1h,Plank,1,0,0,0,60,"","",',
    '',
    row('11', 'Plank,1,0,0,0,60,"","",'),
    row('04', 'Plank,2,0,0,0,60,"","",'),
    row('12', 'Plank,1,0,0,0,60,"open to the end,,'),
  ].join('\n')
  const result = await imported(app, user, file)
  t.match(result, { importStatus: 'COMPLETED', rowsRead: 14, workoutsMade: 4, skippedCount: 10 })
  t.same(
    result.skipped.map(({ line }) => line).sort((left, right) => left - right),
    [3, 5, 6, 7, 8, 9, 10, 12, 15, 16],
  )
  t.same(
    (await workoutsOf(app, user)).map(({ workoutTitle }) => workoutTitle),
    ['Day 04', 'Day 06', 'Day 10', 'Day 11'],
  )
})

t.test(
  'changes nothing if a file is imported again, even after its workouts were deleted or edited',
  async t => {
    const user = await signUp(app)
    const file = [
      twelve,
      ...['04', '05', '06'].map(day => `2026-05-${day} 18:00:00,Day,1h,Plank,1,0,0,0,60,,,`),
    ].join('\n')
    const first = await imported(app, user, file, { dryRun: 'true' })
    t.match(first, { importStatus: 'COMPLETED', dryRun: true, workoutsMade: 3, rowsRead: 3 })
    t.same(await workoutsOf(app, user), [], 'a preview writes nothing')
    t.match(await imported(app, user, file), { workoutsMade: 3, workoutsAlreadyThere: 0 })
    const made = await workoutsOf(app, user)
    const { recordType } = app.features.services.workouts
    await recordType.remove(user.id, { id: made[0]!.id, expectedVersion: null })
    const again = await imported(app, user, file, { timezone: 'Asia/Tokyo', source: 'STRONG' })
    t.match(again, { importStatus: 'COMPLETED', workoutsMade: 0, workoutsAlreadyThere: 3 })
    t.match(await imported(app, user, file, { dryRun: 'true' }), {
      workoutsMade: 0,
      workoutsAlreadyThere: 3,
    })
    t.same(await workoutsOf(app, user), made.slice(1))
  },
)

t.test('creates an exercise again that was deleted after an earlier import', async t => {
  const user = await signUp(app)
  const fileOf = (day: string) => [twelve, `${day} 18:00:00,Day,1h,My Own Thing,1,12,5,0,0,,,`].join('\n')
  const { workouts, exercises } = app.features.services
  for (const day of ['2026-05-04', '2026-05-05', '2026-05-06']) {
    t.match(await imported(app, user, fileOf(day)), {
      workoutsMade: 1,
      skippedCount: 0,
      exercisesCreated: ['My Own Thing'],
    })
    const [workout] = await workoutsOf(app, user)
    const { own } = await exercises.listAll(user.id)
    t.equal(own.length, 1)
    await workouts.recordType.remove(user.id, { id: workout!.id, expectedVersion: null })
    await exercises.custom.remove(user.id, { id: own[0]!.id, expectedVersion: null })
  }
})
