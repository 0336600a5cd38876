import t from 'tap'
import { signUp } from '../../../helper.js'
import { buildWithExercises, imported, now, workoutsOf } from './imports.js'

const app = await buildWithExercises(t)

t.test('skips a line with an impossible date, but not the lines around it', async t => {
  const user = await signUp(app)
  const dates = [
    '2026-02-30 10:00',
    '2026-13-01 10:00',
    '0001-01-01 10:00',
    '9999-12-31 10:00',
    '2062-05-04 18:00',
  ]
  const row = (date: string, set: number) => `${date},Push,Bench Press (Barbell),${set},60,5`
  const rows = dates.flatMap((date, at) => [row('2026-05-04 18:00', 2 * at + 1), row(date, 2 * at + 2)])
  rows.push(row('2026-05-04 18:00', 20))
  const sheet = ['Date,Workout Name,Exercise Name,Set Order,Weight,Reps', ...rows].join('\n')
  const done = await imported(app, user, sheet)
  t.match(done, { importStatus: 'COMPLETED', workoutsMade: 1, skippedCount: dates.length })
  t.same(
    done.skipped.map(({ line }) => line),
    [3, 5, 7, 9, 11],
  )
  for (const [at, date] of dates.entries()) t.match(done.skipped[at]!.reason, date)
  const [push, ...others] = await workoutsOf(app, user)
  t.same([push!.totals.sets, others.length], [6, 0])
})

t.test('skips a line whose workout has an impossible end', async t => {
  const user = await signUp(app)
  const row = (end: string, set: number) =>
    `Push,"4 May 2026, 18:00","${end}",Bench Press (Barbell),${set},normal,60,5`
  const sheet = [
    'title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps',
    row('4 May 2062, 19:00', 0),
    row('34 May 2026, 19:00', 1),
    row('4 May 2026, 19:00', 2),
  ].join('\n')
  t.match(await imported(app, user, sheet), { workoutsMade: 1, skipped: [{ line: 2 }, { line: 3 }] })
  t.match(await workoutsOf(app, user), [{ endedAt: '2026-05-04T19:00:00.000Z', totals: { sets: 1 } }])
})

const header =
  'Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps,Distance,Distance Unit,Seconds'

t.test('accepts units written out, abbreviated, in any case and with a period', async t => {
  const user = await signUp(app)
  const weights = ['kg', 'KG.', 'Kgs', 'kilos', 'Kilograms', 'lb', 'LBS.', 'lb.', 'pounds', 'Pound']
  const distances = ['km', 'KM.', 'kilometres', 'm', 'm.', 'meters', 'mi', 'mi.', 'Miles', 'ft.', 'yds.']
  const rows = [
    ...weights.map((unit, at) => `2026-05-04 18:00,Day,Bench Press (Barbell),${at + 1},100,${unit},5,,,`),
    ...distances.map((unit, at) => `2026-05-04 18:00,Day,Running,${at + 1},,,,100,${unit},60`),
  ]
  const done = await imported(app, user, [header, ...rows].join('\n'), {
    weightUnit: 'LB',
    distanceUnit: 'MI',
  })
  t.match(done, { workoutsMade: 1, skippedCount: 0 })
  const [bench, running] = (await workoutsOf(app, user))[0]!.exercises
  t.same(
    bench!.sets.map(({ load }) => load?.unit),
    [...Array<string>(5).fill('KG'), ...Array<string>(5).fill('LB')],
  )
  const meters = [1000, 1000, 1000, 1, 1, 1, 1609.344, 1609.344, 1609.344, 0.3048, 0.9144]
  t.same(
    running!.sets.map(({ distanceMeters }) => distanceMeters),
    meters.map(each => 100 * each),
  )
  const inHeader =
    'Date,Exercise Name,Set Order,Weight (lbs.),Distance (mi.)\n2026-05-05,Squat (Barbell),1,100,2'
  t.match(await imported(app, user, inHeader), { workoutsMade: 1, skippedCount: 0 })
  const set = (await workoutsOf(app, user))[1]!.exercises[0]!.sets[0]
  t.match(set, { load: { value: 100, unit: 'LB' }, distanceMeters: 2 * 1609.344 })
})

t.test('skips a line with an unknown unit instead of applying the default unit', async t => {
  const user = await signUp(app)
  const rows = [
    '100,kg,5,,,',
    '100,stone,5,,,',
    '100,kgf,5,,,',
    ',stone,5,,,',
    ',,,3,furlongs,60',
    ',,,3,,60',
  ]
  const sheet = [header, ...rows.map((row, at) => `2026-05-04 18:00,Day,Press,${at + 1},${row}`)].join('\n')
  const done = await imported(app, user, sheet)
  t.match(done, { workoutsMade: 1, skippedCount: 3 })
  t.match(done.skipped, [
    { line: 3, reason: /"stone" is not a known unit/ },
    { line: 4, reason: /"kgf" is not a known unit/ },
    { line: 6, reason: /"furlongs" is not a known unit/ },
  ])
  t.equal((await workoutsOf(app, user))[0]!.totals.sets, 3)
  const inHeader = [
    'Date,Exercise Name,Set Order,Weight (stone),Reps',
    '2026-05-05,Squat (Barbell),1,10,5',
    '2026-05-05,Squat (Barbell),2,,5',
  ].join('\n')
  t.match(await imported(app, user, inHeader), {
    workoutsMade: 1,
    skipped: [{ line: 2, reason: /"stone" is not a known unit/ }],
  })
})

t.test('imports a workout of today, and one that starts tomorrow in another time zone', async t => {
  const user = await signUp(app)
  const rows = [0, 23].map(hours => {
    const start = new Date(now.getTime() + hours * 3_600_000).toISOString()
    return `${start},Plank,1,60`
  })
  const sheet = ['Date,Exercise Name,Set Order,Seconds', ...rows].join('\n')
  t.match(await imported(app, user, sheet), { workoutsMade: 2, skippedCount: 0 })
})
