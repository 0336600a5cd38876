import t from 'tap'
import { countCommands } from '../../../commands.js'
import { signUp } from '../../../helper.js'
import {
  active,
  describeTargets,
  dayLong,
  enroll,
  find,
  enrollment,
  newId,
  planned,
  buildWithExercises,
  kg,
  publish,
  read,
  remove,
  save,
  sendCommand,
  sendDayCommand,
  setLoads,
  today,
  workout,
  enrolledGym,
} from './enrollments.js'

t.test('progresses with a workout, and recalculates after an edit or deletion', async t => {
  const { app, person, squat, bench, setClock, id } = await enrolledGym(t)
  const good = workout({ startedAt: today, enrollmentId: id, at: [1, 1], sets: [[squat, '100x5', '100x5']] })
  t.equal((await save(app, person, good)).conflict, null)
  const after = await active(app, person)
  t.match(after, { version: 1, completedDays: 1, currentDay: 3, nextDay: { day: 3, date: '2026-05-05' } })
  const next = new Date(today.getTime() + dayLong)
  setClock(next)
  const press = workout({ startedAt: next, enrollmentId: id, at: [1, 3], sets: [[bench, '60x5']] })
  await save(app, person, press)
  t.same(describeTargets(await active(app, person)), ['RAISED 102.5x5 102.5x5'])

  const worse = {
    ...workout({
      ...good,
      startedAt: today,
      enrollmentId: id,
      at: [1, 1],
      sets: [[squat, '100x5', '100x4']],
    }),
    id: good.id,
    expectedVersion: 1,
  }
  t.equal((await save(app, person, worse)).conflict, null)
  t.same(describeTargets(await active(app, person)), ['HELD 100x5 100x5'])
  await remove(app, person, good.id)
  t.match(await active(app, person), { completedDays: 1, currentWeek: 1, currentDay: 1 })
  t.same(describeTargets(await active(app, person)), ['FIRST 100x5 100x5'])
})

t.test('counts the earliest workout of a day, and the next one after its deletion', async t => {
  const { app, person, squat, id } = await enrolledGym(t)
  await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3])
  const log = async (hours: number, ...sets: string[]) => {
    const startedAt = new Date(today.getTime() - hours * 3_600_000)
    const logged = workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, ...sets]] })
    await save(app, person, logged)
    return { ...logged, text: describeTargets(await active(app, person))?.[0] }
  }
  const second = await log(10, '100x1', '100x1')
  t.equal(second.text, 'HELD 100x5 100x5')
  const third = await log(5, '120x5', '120x5')
  t.equal(third.text, 'HELD 100x5 100x5')
  const first = await log(20, '100x5', '100x5')
  t.equal(first.text, 'RAISED 102.5x5 102.5x5')
  await remove(app, person, first.id)
  t.same(describeTargets(await active(app, person)), ['HELD 100x5 100x5'])
  const { text: _, ...moved } = third
  const move = (hours: number, expectedVersion: number) => {
    const startedAt = new Date(today.getTime() - hours * 3_600_000)
    return save(app, person, { ...moved, startedAt, expectedVersion })
  }
  await move(15, 1)
  t.same(describeTargets(await active(app, person)), ['RAISED 122.5x5 122.5x5'])
  await move(8, 2)
  t.same(
    describeTargets(await active(app, person)),
    ['HELD 100x5 100x5'],
    'the workout that was replaced counts again',
  )
  t.equal((await active(app, person))?.completedDays, 1)
})

t.test('does not count workouts that are in progress or reopened', async t => {
  const { app, person, squat, id } = await enrolledGym(t)
  const whole = workout({
    startedAt: new Date(today.getTime() - 7_200_000),
    enrollmentId: id,
    at: [1, 1],
    sets: [[squat, '100x5']],
  })
  await save(app, person, { ...whole, endedAt: null })
  t.equal((await active(app, person))?.completedDays, 0)
  await save(app, person, { ...whole, expectedVersion: 1 })
  t.equal((await active(app, person))?.completedDays, 1)
  await save(app, person, { ...whole, endedAt: null, expectedVersion: 2 })
  t.equal((await active(app, person))?.completedDays, 0)
})

t.test(
  'keeps the version of trained days and continues with the latest version after an upgrade',
  async t => {
    const { app, person, squat, bench, programId, id } = await enrolledGym(t)
    async function log(hours: number, at: [number, number], ...sets: [string, ...string[]][]) {
      const startedAt = new Date(today.getTime() - hours * 3_600_000)
      const logged = workout({ startedAt, enrollmentId: id, at, sets })
      await save(app, person, logged)
      return logged
    }
    const first = await log(60, [1, 1], [squat, '100x5', '100x5'])
    const heavier = { type: 'LINEAR', increment: kg(10) }
    const days = [
      [planned(squat, heavier, { load: kg(200) }, { load: kg(100) }, { load: kg(200), minReps: 3 })],
      [planned(bench, heavier, { load: kg(80) })],
    ]
    await publish(app, person, { id: programId, expectedVersion: 2, weeks: [{ days }, { days }, { days }] })
    t.match(await active(app, person), { programVersion: { number: 1 }, currentDay: 3 })
    t.match(await sendCommand(app, person, 'upgradeEnrollment', id), {
      conflict: null,
      enrollment: {
        version: 2,
        programVersion: { number: 2 },
        completedDays: 1,
        currentWeek: 1,
        currentDay: 2,
      },
    })
    t.same(
      describeTargets(await active(app, person)),
      ['FIRST 80x5'],
      'untrained exercises follow the new plan',
    )
    t.match(await sendCommand(app, person, 'upgradeEnrollment', id), {
      conflict: null,
      enrollment: { version: 2 },
    })
    await log(40, [1, 2], [bench, '80x5'])
    t.same(
      describeTargets(await active(app, person)),
      ['RAISED 102.5x5 50x5 102.5x3'],
      'trained exercises keep their load',
    )
    await save(app, person, { ...first, notes: 'Good.', expectedVersion: 1 })
    t.same(
      describeTargets(await active(app, person)),
      ['RAISED 102.5x5 50x5 102.5x3'],
      'a day keeps its version',
    )
    t.equal((await save(app, person, { ...first, endedAt: null, expectedVersion: 2 })).conflict, null)
    t.match(await active(app, person), { completedDays: 1, currentDay: 1 })
    t.equal((await save(app, person, { ...first, expectedVersion: 3 })).conflict, null)
    t.same(
      describeTargets(await active(app, person)),
      ['RAISED 102.5x5 50x5 102.5x3'],
      'a reopened day keeps its version',
    )
    await read(app, person, 'mutation($id: ID!) { deleteProgram(input: { id: $id }) { conflict } }', {
      id: programId,
    })
    await log(20, [2, 1], [squat, '102.5x5', '50x5', '102.5x3'])
    t.match(await active(app, person), {
      ...{ program: null, programVersion: { number: 2, title: 'Of my own' } },
      completedDays: 3,
    })
    t.match(await sendCommand(app, person, 'upgradeEnrollment', id), {
      conflict: null,
      enrollment: { version: 2 },
    })
  },
)

t.test('applies manually set loads from the next day on', async t => {
  const { app, person, squat, setClock, id } = await enrolledGym(t, { weeks: 3 })
  // The phone's clock is ahead.
  const startedAt = new Date(today.getTime() + 3_600_000)
  await save(
    app,
    person,
    workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, '100x5', '100x5']] }),
  )
  await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3])
  const loads = [{ exerciseId: squat, load: kg(70) }]
  t.same(describeTargets((await setLoads(app, person, id, loads)).enrollment), ['FIRST 70x5 70x5'])
  const { version } = (await active(app, person))!
  t.equal((await setLoads(app, person, id, loads)).enrollment?.version, version, 'repeated')
  setClock(new Date(today.getTime() + dayLong))
  await sendDayCommand(app, person, 'skipProgramDay', id, [2, 3])
  const next = new Date(today.getTime() + 40_000_000)
  const sets: [string, ...string[]][] = [[squat, '70x5', '70x5']]
  await save(app, person, workout({ startedAt: next, enrollmentId: id, at: [2, 1], sets }))
  t.same(describeTargets(await active(app, person)), ['RAISED 72.5x5 72.5x5'])
})

t.test('applies loads that were set after a deleted workout in the future', async t => {
  const hours = (count: number) => new Date(today.getTime() + count * 3_600_000)
  for (const [again, after] of [
    [80, 'RAISED 82.5x5 82.5x5'],
    [70, 'RAISED 72.5x5 72.5x5'],
  ] as const) {
    const { app, person, squat, setClock, id } = await enrolledGym(t)
    await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3])
    const log = async (startedAt: Date, set: string) => {
      const logged = workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, set, set]] })
      await save(app, person, logged)
      return logged.id
    }
    const ahead = await log(hours(20), '100x5')
    await setLoads(app, person, id, [{ exerciseId: squat, load: kg(70) }])
    await remove(app, person, ahead)
    const loads = [{ exerciseId: squat, load: kg(again) }]
    const { enrollment: shown } = await setLoads(app, person, id, loads)
    t.same(describeTargets(shown), [`FIRST ${again}x5 ${again}x5`])
    t.equal((await setLoads(app, person, id, loads)).enrollment?.version, shown?.version, 'repeated')
    setClock(hours(2))
    await log(hours(1), `${again}x5`)
    t.same(describeTargets(await active(app, person)), [after])
  }
})

t.test('rejects a workout for an unknown program day', async t => {
  const { app, person, id } = await enrolledGym(t)
  const stranger = await signUp(app)
  const on = (at: [number, number]) => workout({ startedAt: today, enrollmentId: id, at, sets: [] })
  await t.rejects(save(app, stranger, on([1, 1])), /input\.programDay\.enrollmentId must be/)
  for (const at of [
    [1, 2],
    [3, 1],
  ] as [number, number][])
    await t.rejects(save(app, person, on(at)), /input\.programDay\.day must be/)
})

t.test('finishes with the last day, and starts the next enrollment with the final loads', async t => {
  const { app, person, squat, bench, programId, id } = await enrolledGym(t, { weeks: 1 })
  const log = (hours: number, day: number, ...sets: [string, ...string[]][]) => {
    const startedAt = new Date(today.getTime() - hours * 3_600_000)
    const logged = workout({ startedAt, enrollmentId: id, at: [1, day], sets })
    return save(app, person, logged).then(() => logged)
  }
  await log(50, 1, [squat, '100x5', '100x5'])
  const last = await log(20, 3, [bench, '60x5'])
  t.match(await find(app, person, id), { enrollmentStatus: 'FINISHED', completedDays: 2, nextDay: null })
  t.equal(await active(app, person), null)

  const again = (
    await enroll(app, person, enrollment(programId, { startingLoads: [{ exerciseId: bench, load: kg(40) }] }))
  ).enrollment!
  t.same(describeTargets(again), ['FIRST 102.5x5 102.5x5'])
  t.same(
    describeTargets((await sendDayCommand(app, person, 'skipProgramDay', again.id, [1, 1])).enrollment),
    ['FIRST 40x5'],
  )

  await remove(app, person, last.id)
  t.match(
    await find(app, person, id),
    { enrollmentStatus: 'PAUSED', completedDays: 1 },
    'does not resume an enrollment while another one is active',
  )
  t.equal((await active(app, person))?.id, again.id)
})

t.test('uses the one-repetition maximum at the time of enrollment for PERCENT rules', async t => {
  const { app, person, squat, bench, pullUp } = await buildWithExercises(t)
  const startedAt = new Date(today.getTime() - 50 * 3_600_000)
  // 100 × 36 / 32 = 112.5
  const plain = {
    ...workout({
      startedAt,
      enrollmentId: newId(),
      at: [1, 1],
      sets: [
        [squat, '100x5'],
        [pullUp, '20x5'],
      ],
    }),
    programDay: null,
  }
  await save(app, person, plain)
  const percent = (exerciseId: string) =>
    planned(exerciseId, { type: 'PERCENT', increment: kg(2.5) }, { percentOfOneRepMax: 80 })
  const programId = await publish(app, person, {
    weeks: [{ days: [[percent(squat), percent(bench), percent(pullUp)]] }],
  })
  const { enrollment: shown } = await enroll(app, person, enrollment(programId))
  t.same(describeTargets(shown), ['FIRST 90x5', 'FIRST x5', 'FIRST x5'], 'omits body weight exercises')
})

t.test('reads a program in progress with a constant number of commands', async t => {
  const commands = countCommands(t)
  const { app, person, squat, id } = await enrolledGym(t, { weeks: 10, observe: commands.observe })
  const log = async (day: number) => {
    const startedAt = new Date(today.getTime() - (300 - day * 24) * 3_600_000)
    const at: [number, number] = [1 + Math.floor(day / 2), 1 + 2 * (day % 2)]
    const { commands: sent } = await commands.during(() =>
      save(app, person, workout({ startedAt, enrollmentId: id, at, sets: [[squat, '100x5', '100x5']] })),
    )
    return sent
  }
  const screen = async () => (await commands.during(() => active(app, person))).commands
  await log(0)
  const first = await screen()
  t.ok(first.length <= 4, first.join(' '))
  const second = await log(1)
  for (const day of [2, 3, 4, 5, 6]) await log(day)
  t.same(await log(7), second, 'a save costs the same as the first one')
  const own = second.filter(command => command.startsWith('enrollmentDays.'))
  t.same(own, ['enrollmentDays.find', 'enrollmentDays.bulkWrite'])
  t.same(await screen(), first)
})

t.test('reads a page of enrollments and their next days with a constant number of commands', async t => {
  const commands = countCommands(t)
  const { app, person } = await buildWithExercises(t, { observe: commands.observe })
  const begin = async () => {
    const own = { id: newId(), name: 'My Lift' }
    await read(app, person, 'mutation($own: ExerciseInput!) { saveExercise(input: $own) { conflict } }', {
      own,
    })
    const programId = await publish(app, person, { weeks: [{ days: [[planned(own.id, null, {})]] }] })
    const { id } = (await enroll(app, person, enrollment(programId))).enrollment!
    await sendCommand(app, person, 'pauseEnrollment', id)
    return own.id
  }
  const page = async () => {
    const query = '{ enrollments(first: 20) { edges { node { nextDay { exercises { exerciseId } } } } } }'
    const { result, commands: sent } = await commands.during(() =>
      read<{ enrollments: { edges: { node: { nextDay: unknown } }[] } }>(app, person, query),
    )
    const days = result.enrollments.edges.flatMap(({ node }) => node.nextDay ?? [])
    const own = sent.filter(command => command.startsWith('ownedRecords.'))
    return { days: days.length, own }
  }
  const exerciseIds = [await begin(), await begin(), await begin(), await begin()]
  const { days, own } = await page()
  t.equal(days, 4)
  t.same(
    own.filter(command => command === 'ownedRecords.find'),
    ['ownedRecords.find'],
    'reads the page in one query',
  )
  t.ok(
    own.length <= 4,
    `the head, the page, the exercises of all of it, and the head again: ${own.join(' ')}`,
  )
  for (const exerciseId of exerciseIds)
    await read(
      app,
      person,
      'mutation($input: ExerciseSettingsInput!) { saveExerciseSettings(input: $input) { conflict } }',
      { input: { id: newId(), exerciseId, restSeconds: 90 } },
    )
  const queries = (await page()).own.filter(command => command === 'ownedRecords.find')
  t.equal(queries.length, 2, 'reads the settings of all programs in one query')
})
