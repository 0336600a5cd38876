import t from 'tap'
import { errorCodeOf, signUp } from '../../../helper.js'
import {
  day,
  buildWithExercises,
  kg,
  list,
  newId,
  planned,
  plannedSet,
  program,
  trySave,
  week,
  type Input,
} from './programs.js'

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

t.test('reports invalid input by its path and writes nothing', async t => {
  const { app, bench, squat } = await buildWithExercises(t)
  const user = await signUp(app)
  const withDays = (...days: Input[]) => ({ weeks: [week(day([planned(bench)])), week(...days)] })
  const withExercise = (input: Input) => withDays(day(), day([planned(bench), planned(squat, input)]))
  const withSet = (input: Input, progression?: Input) =>
    withExercise({ sets: [plannedSet(), plannedSet(input)], progression })
  const withRule = (progression: Input) => withExercise({ progression })
  const linear = { type: 'LINEAR' }
  const double = { type: 'DOUBLE', minReps: 5, maxReps: 8 }
  const same = planned(bench)
  const exercise = 'weeks[1].days[1].exercises[1]'
  const set = `${exercise}.sets[1]`
  const rule = `${exercise}.progression`

  const cases: [Input, string][] = [
    [{ id: 'x' }, 'id must have 24 hexadecimal digits.'],
    [{ title: ' ' }, 'title must have at least 1'],
    [{ title: 'x'.repeat(201) }, 'title must have at most 200'],
    [{ description: 'x'.repeat(2001) }, 'description must have at most 2,000'],
    [{ slug: 'Not a slug' }, 'slug must be lower-case'],
    [{ slug: '-a' }, 'slug must be lower-case'],
    [{ slug: 'x'.repeat(101) }, 'slug must have at most 100'],
    [{ weeks: [] }, 'weeks must have at least one week.'],
    [{ weeks: times(53, () => week(day())) }, 'weeks must have at most 52'],
    [{ weeks: [week(day()), week()] }, 'weeks[1].days must have at least one day.'],
    [{ weeks: [week(...times(8, () => day()))] }, 'weeks[0].days must have at most 7'],
    [{ weeks: [{ ...week(day()), number: 2 }] }, 'weeks[0].number must be 1,'],
    [{ weeks: [{ ...week(day()), number: 53 }] }, 'weeks[0].number must be a whole number between 1 and 52.'],
    [{ weeks: [{ ...week(day()), label: 'x'.repeat(101) }] }, 'weeks[0].label must have at most 100'],
    [withDays(day([], { name: '' })), 'weeks[1].days[0].name must have at least 1'],
    [withDays(day([], { name: 'x'.repeat(101) })), 'weeks[1].days[0].name must have at most 100'],
    [withDays(day([planned(bench)], { isRest: true })), 'weeks[1].days[0].exercises must be empty'],
    [withDays(day(times(31, () => planned(bench)))), 'weeks[1].days[0].exercises must have at most 30'],
    [withExercise({ id: '1' }), `${exercise}.id must have 24`],
    [withDays(day([same]), day([same])), 'weeks[1].days[1].exercises[0].id must be unique'],
    [withExercise({ exerciseId: 'x' }), `${exercise}.exerciseId must have 24`],
    [withExercise({ exerciseId: newId() }), `${exercise}.exerciseId must be the id of an exercise`],
    [withExercise({ supersetId: 'x'.repeat(37) }), `${exercise}.supersetId must have at most 36`],
    [withExercise({ supersetId: '' }), `${exercise}.supersetId must have at least 1`],
    [withExercise({ sets: [] }), `${exercise}.sets must have at least one`],
    [withExercise({ sets: times(21, plannedSet) }), `${exercise}.sets must have at most 20`],
    [withSet({ minReps: 0 }), `${set}.minReps must be a whole number between 1 and 10,000.`],
    [withSet({ maxReps: 10_001 }), `${set}.maxReps must be a whole number between 1 and 10,000.`],
    [withSet({ minReps: 8, maxReps: 7 }), `${set}.maxReps must not be less than minReps.`],
    [withSet({ load: kg(-1) }), `${set}.load.value must be between 0 and 1,500 kg`],
    [withSet({ load: kg(1501) }), `${set}.load.value must be between 0 and 1,500 kg`],
    [withSet({ rpe: 7.3 }), `${set}.rpe must be between 1 and 10 in steps of 0.5.`],
    [withSet({ percentOfOneRepMax: 0.5 }), `${set}.percentOfOneRepMax must be between 1 and 150.`],
    [withSet({ restSeconds: -1 }), `${set}.restSeconds must be`],
    [withSet({ durationSeconds: 604_801 }), `${set}.durationSeconds must be`],
    [withSet({ distanceMeters: 1_000_001 }), `${set}.distanceMeters must be`],
    [withSet({ notes: 'x'.repeat(501) }), `${set}.notes must have at most 500`],
    [
      withSet({}, { type: 'PERCENT', increment: kg(2.5) }),
      `${exercise}.sets[0].percentOfOneRepMax is required`,
    ],
    [withSet({}, { type: 'PERCENT' }), `${exercise}.progression.increment is required`],
    [
      withSet({}, { type: 'PERCENT', increment: kg(2.5), trainingMaxPercent: 49 }),
      `${exercise}.progression.trainingMaxPercent must be between 50 and 100`,
    ],
    [withSet({ warmupPercent: 50 }), `${set}.warmupPercent is only for`],
    [withSet({ type: 'WARMUP', warmupPercent: 100 }), `${set}.warmupPercent must be between 1 and 99`],
    [withRule({ ...linear, successes: 0 }), `${rule}.successes must be a whole number between 1 and 10.`],
    [withRule({ ...linear, failures: 11 }), `${rule}.failures must be a whole number between 1 and 10.`],
    [
      withRule({ ...linear, deloadPercent: 91 }),
      `${rule}.deloadPercent must be a whole number between 1 and 90.`,
    ],
    [withRule({ ...linear, increment: kg(0) }), `${rule}.increment.value must be more than 0.`],
    [withRule({ ...linear, key: '' }), `${rule}.key must have at least 1`],
    [withRule({ type: 'DOUBLE', maxReps: 8 }), `${rule}.minReps is required`],
    [withRule({ type: 'DOUBLE', minReps: 8 }), `${rule}.maxReps is required`],
    [withRule({ type: 'DOUBLE', minReps: 8, maxReps: 7 }), `${rule}.maxReps must not be less`],
    [withRule({ type: 'REP_SUM' }), `${rule}.reps is required`],
    [
      withDays(
        day([planned(bench, { progression: linear })]),
        day([planned(bench, { progression: double })]),
      ),
      'weeks[1].days[1].exercises[0].progression must be the same',
    ],
  ]
  for (const [input, problem] of cases) {
    const response = await trySave(app, user, program(bench, input))
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', problem)
    const message = response.errors?.[0]?.message ?? ''
    t.ok(message.startsWith(`input.${problem}`), message)
  }
  const full = planned(bench, { sets: times(20, plannedSet) })
  const fullDay = () => day(times(30, () => ({ ...full, id: newId() })))
  const tooMuch = [week(...times(7, fullDay)), week(fullDay(), fullDay())]
  const refused = await trySave(app, user, program(bench, { weeks: tooMuch }))
  t.match(refused.errors?.[0]?.message, 'input.weeks must have at most 5,000 sets in total.')
  t.equal((await list(app, user)).totalCount, 0)
})

t.test('accepts a program at the limits', async t => {
  const { app, bench } = await buildWithExercises(t)
  const user = await signUp(app)
  const percent = planned(bench, {
    sets: [plannedSet({ type: 'WARMUP' }), plannedSet({ percentOfOneRepMax: 150 })],
    progression: { type: 'PERCENT', increment: kg(2.5) },
  })
  const heavy = (id: string) => ({
    ...planned(bench, { sets: times(20, plannedSet) }),
    id,
    progression: { type: 'LINEAR', key: 'heavy', failures: 10, successes: 10, deloadPercent: 90 },
  })
  const weeks = times(52, () => week(...times(7, () => day())))
  weeks[0] = week(day([percent, ...times(29, () => heavy(newId()))], { name: 'x'.repeat(100) }))
  const response = await trySave(
    app,
    user,
    program(bench, { title: 'x'.repeat(200), slug: 'x'.repeat(100), weeks }),
  )
  t.match(
    response.data?.saveProgram?.program,
    { durationWeeks: 52, sessionsPerWeek: 7 },
    JSON.stringify(response.errors),
  )
})

t.test('rejects invalid arguments of a list', async t => {
  const { app } = await buildWithExercises(t)
  const user = await signUp(app)
  for (const expected of [
    { first: 101 },
    { search: 'x'.repeat(101) },
    { after: 'x' },
    { filter: { sessionsPerWeek: [8] } },
    { filter: { maxDurationWeeks: 0 } },
  ])
    await t.rejects(list(app, user, expected), /BAD_USER_INPUT/, JSON.stringify(expected))
})
