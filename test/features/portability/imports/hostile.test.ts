import t from 'tap'
import { signUp } from '../../../helper.js'
import { buildWithExercises, imported, workoutsOf } from './imports.js'

const app = await buildWithExercises(t)

t.test('parses cells of the maximum line length in linear time', async t => {
  const user = await signUp(app)
  const gap = `a${' '.repeat(60_000)}b`
  // Each cell would take minutes if parsing took quadratic time.
  const rows = Array.from({ length: 20 }, (_, at) => `2026-05-01 10:00,Day,Press,${at + 1},5,${gap}`)
  const sheet = ['Date,Workout Name,Exercise Name,Set Order,Reps,RPE', ...rows].join('\n')
  const done = await imported(app, user, sheet)
  t.match(done, { importStatus: 'COMPLETED', workoutsMade: 1, skippedCount: 0 })
  const header = `Date,Exercise Name,Set Order,${gap}\n2026-05-02 10:00,Press,1,x`
  t.match(await imported(app, user, header), { importStatus: 'COMPLETED', workoutsMade: 1 })
  const columns = `Date,Exercise Name,Set Order${','.repeat(1_000_000)}`
  t.match(await imported(app, user, columns), { importStatus: 'FAILED', error: /header/ })
  t.match(await imported(app, user, 'x'.repeat(5_000_000)), { importStatus: 'FAILED', error: /header/ })
})

t.test('does not parse numbers and durations that are too long', async t => {
  const user = await signUp(app)
  const rows = ['60,5', `${'0s'.repeat(30_000)}60s,5`, `60,${' '.repeat(200)}5`, `60,5${"'".repeat(30_000)}`]
  const sheet = ['Date,Exercise Name,Set Order,Seconds,Reps', ...rows.map(row => `2026-05-01,Press,1,${row}`)]
  t.match(await imported(app, user, sheet.join('\n')), {
    workoutsMade: 1,
    skipped: [
      { line: 3, reason: /duration/ },
      { line: 5, reason: /repetitions/ },
    ],
  })
})

t.test('gives names of inherited object properties no meaning', async t => {
  const user = await signUp(app)
  const hevy = [
    'title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps,constructor,__proto__',
    ...['constructor', '__proto__', 'toString'].map(
      (word, at) =>
        `Day,"May 1, 2026, 10:00 AM","May 1, 2026, 11:00 AM",Curl (${word}),${at},${word},5,5,${word},${word}`,
    ),
  ]
  const first = await imported(app, user, hevy.join('\n'))
  t.match(first, { importStatus: 'COMPLETED', workoutsMade: 1, skippedCount: 0 })
  t.equal(first.exercisesCreated.length, 3)
  const strong = [
    'Date,Workout Name,Exercise Name,Set Order,Weight,Weight Unit,Reps',
    '2026-05-02 10:00,Day,Press,constructor,5,kg constructor,5',
  ]
  t.match(await imported(app, user, strong.join('\n')), { importStatus: 'COMPLETED', workoutsMade: 1 })
  const sets = (await workoutsOf(app, user)).flatMap(({ exercises }) => exercises.flatMap(one => one.sets))
  t.same(
    sets.map(({ type, loadMode, load }) => [type, loadMode, load]),
    Array(4).fill(['NORMAL', 'EXTERNAL', { value: 5, unit: 'KG' }]),
  )
})

t.test('limits the workouts that start on one day', async t => {
  const user = await signUp(app)
  const start = (minute: number) => `2026-05-0${minute < 30 ? 1 : 2} 00:${String(10 + minute)}`
  const rows = Array.from({ length: 31 }, (_, at) => `${start(at)},Day,Press,1,5`)
  const sheet = ['Date,Workout Name,Exercise Name,Set Order,Reps', ...rows].join('\n')
  for (const made of ['workoutsMade', 'workoutsAlreadyThere'] as const) {
    const done = await imported(app, user, sheet)
    t.match(done, { importStatus: 'COMPLETED', [made]: 25, skippedCount: 6 })
    t.same(
      done.skipped.map(({ line }) => line),
      [26, 27, 28, 29, 30, 31],
    )
  }
})

t.test('accepts long lists in data.json that are not imported, and rejects deep nesting', async t => {
  const user = await signUp(app)
  const head = '{"format":"fitness-training-export","version":1'
  const others = Array<string>(100_000).fill('{"type":"WEIGHT","value":100,"unit":"KG","reps":5}')
  const long = `${head},"personalRecords":[${others.join()}],"records":[]}`
  t.match(await imported(app, user, long), { importStatus: 'COMPLETED', skippedCount: 0, error: null })
  for (const start of [',"records":[', ',"other":']) {
    const deep = `${head}${start}${'['.repeat(3_000_000)}`
    t.match(await imported(app, user, deep), { importStatus: 'FAILED', error: /too deep/ })
  }
})

t.test('removes characters that cannot be stored from names, titles and notes', async t => {
  const user = await signUp(app)
  // Each of these marks decomposes into two.
  const composedMarks = `a${'\u0344'.repeat(30)}`
  const dividedMarks = `a${`${'\u0300'.repeat(30)}\u0007`.repeat(3)}`
  const severalLines = '"one\n\ttwo"'
  const texts = [composedMarks, dividedMarks, severalLines]
  const rows = texts.map((text, at) => `2026-05-0${at + 1} 10:00,${text},${text},1,5,${text},${text}`)
  const header = 'Date,Workout Name,Exercise Name,Set Order,Reps,Notes,Workout Notes'
  const done = await imported(app, user, [header, ...rows].join('\n'))
  t.match(done, { importStatus: 'COMPLETED', workoutsMade: 3, skippedCount: 0, error: null })
  t.match(done.exercisesCreated, [/^\u00e4\u0301/, /^\u00e0\u0300/, /^one two$/])
})
