import t from 'tap'
import {
  describeTargets,
  enroll,
  enrollment,
  buildWithExercises,
  kg,
  linear,
  planned,
  publish,
  save,
  sendCommand,
  sendDayCommand,
  setLoads,
  today,
  weeksOf,
  workout,
  type Input,
} from './enrollments.js'

/** Enrolls a user in programs repeatedly, one minute apart. */
function createTrainingActions({ app, person, setClock }: Awaited<ReturnType<typeof buildWithExercises>>) {
  let minutes = 0
  return {
    async begin(programId: string, more: Input = {}) {
      minutes += 1
      setClock(new Date(today.getTime() + minutes * 60_000))
      const { enrollment: begun } = await enroll(app, person, enrollment(programId, more))
      return { id: begun!.id, targets: describeTargets(begun) }
    },
    finish: (id: string) => sendCommand(app, person, 'finishEnrollment', id),
    log: (enrollmentId: string, hours: number, week: number, ...sets: [string, ...string[]][]) => {
      const startedAt = new Date(today.getTime() - hours * 3_600_000)
      return save(app, person, workout({ startedAt, enrollmentId, at: [week, 1], sets }))
    },
  }
}

t.test('keeps the initial load when repetitions are set manually', async t => {
  const fixture = await buildWithExercises(t)
  const { app, person, squat, bench } = fixture
  const { begin, finish } = createTrainingActions(fixture)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  let { id } = await begin(programId, { startingLoads: [{ exerciseId: squat, load: kg(80) }] })
  for (const before of ['given', 'inherited']) {
    await setLoads(app, person, id, [{ exerciseId: squat, targetReps: 8 }])
    await finish(id)
    const again = await begin(programId)
    t.same(again.targets, ['FIRST 80x5 80x5'], before)
    id = again.id
  }
})

t.test('passes on the target repetitions of DOUBLE to an enrollment without a starting load', async t => {
  const fixture = await buildWithExercises(t)
  const { app, person, squat, bench } = fixture
  const { begin, finish, log } = createTrainingActions(fixture)
  const rule = { type: 'DOUBLE', minReps: 5, maxReps: 8 }
  const days = [[planned(squat, rule, { load: kg(60) }), planned(bench, rule, { load: kg(40) })]]
  const programId = await publish(app, person, { weeks: [{ days }, { days }] })
  const first = await begin(programId)
  await log(first.id, 90, 1, [squat, '60x6'], [bench, '40x5'])
  await finish(first.id)
  const second = await begin(programId)
  t.same(second.targets, ['FIRST 60x7', 'FIRST 40x6'])
  await log(second.id, 70, 1, [squat, '60x7'], [bench, '40x5'])
  await finish(second.id)
  const startingLoads = [{ exerciseId: squat, load: kg(50) }]
  const third = await begin(programId, { startingLoads })
  t.same(third.targets, ['FIRST 50x5', 'FIRST 40x6'], 'a starting load begins with the fewest repetitions')
  await finish(third.id)
  t.same((await begin(programId)).targets, ['FIRST 50x5', 'FIRST 40x6'], 'also if it was not trained')
})

t.test('passes on the maximum including the effect of a final deload week', async t => {
  const fixture = await buildWithExercises(t)
  const { app, person, squat } = fixture
  const { begin, finish, log } = createTrainingActions(fixture)
  const days = [[planned(squat, { type: 'PERCENT', increment: kg(2.5) }, { percentOfOneRepMax: 80 })]]
  const programId = await publish(app, person, { weeks: [{ days }, { isDeload: true, days }, { days }] })
  const first = await begin(programId, { startingLoads: [{ exerciseId: squat, load: kg(100) }] })
  t.same(first.targets, ['FIRST 80x5'])
  await log(first.id, 90, 1, [squat, '100x5'])
  await finish(first.id)
  const second = await begin(programId)
  t.same(second.targets, ['FIRST 80x5'], 'a maximum does not rise before the deload week is completed')
  await log(second.id, 70, 1, [squat, '100x5'])
  await log(second.id, 50, 2, [squat, '80x5'])
  await finish(second.id)
  // 80 % of 102.5 kg
  const third = await begin(programId)
  t.same(third.targets, ['FIRST 82.5x5'], 'the completed deload week raises the maximum')
  await sendDayCommand(app, person, 'skipProgramDay', third.id, [1, 1])
  await sendDayCommand(app, person, 'skipProgramDay', third.id, [2, 1])
  await log(third.id, 30, 3, [squat, '82.5x5'])
  t.same(
    (await begin(programId)).targets,
    ['FIRST 82.5x5'],
    'a program completed after skipped days keeps the maximum',
  )
})

t.test('does not pass on loads of removed exercises', async t => {
  const fixture = await buildWithExercises(t)
  const { app, person, squat, bench } = fixture
  const { begin, finish, log } = createTrainingActions(fixture)
  const both = [
    { days: [[planned(squat, linear, { load: kg(100) }), planned(bench, linear, { load: kg(60) })]] },
  ]
  const one = [{ days: [[planned(squat, linear, { load: kg(100) })]] }]
  const id = await publish(app, person, { weeks: [...both, ...both] })
  const first = await begin(id)
  await log(first.id, 90, 1, [squat, '100x5'], [bench, '60x5'])
  await finish(first.id)
  const again = await begin(id)
  t.same(again.targets, ['FIRST 102.5x5', 'FIRST 62.5x5'])
  await finish(again.id)
  await publish(app, person, { id, expectedVersion: 2, weeks: one })
  const second = await begin(id)
  t.same(second.targets, ['FIRST 102.5x5'])
  await finish(second.id)
  await publish(app, person, { id, expectedVersion: 3, weeks: both })
  t.same((await begin(id)).targets, ['FIRST 102.5x5', 'FIRST 60x5'])
})
