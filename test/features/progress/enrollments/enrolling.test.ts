import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp } from '../../../helper.js'
import {
  active,
  archive,
  describeTargets,
  enroll,
  enrollment,
  find,
  buildWithExercises,
  kg,
  newId,
  publish,
  read,
  sendCommand,
  sendDayCommand,
  setLoads,
  tryEnroll,
  trySendDayCommand,
  trySetLoads,
  type Input,
  weeksOf,
  enrolledGym,
} from './enrollments.js'

t.test('returns the first training day and its date after enrollment', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const input = enrollment(programId, { weekdays: ['FRIDAY', 'TUESDAY'] })
  const { conflict, enrollment: shown } = await enroll(app, person, input)
  t.equal(conflict, null)
  t.match(shown, {
    ...{
      id: input.id,
      version: 1,
      enrollmentStatus: 'ACTIVE',
      startDate: '2026-05-04',
      timezone: 'Europe/Berlin',
    },
    ...{
      weekdays: ['TUESDAY', 'FRIDAY'],
      programVersion: { number: 1 },
      currentWeek: 1,
      currentDay: 1,
      completedDays: 0,
    },
    ...{ skippedDays: [], program: { id: programId, title: 'Of my own' } },
    nextDay: {
      ...{ week: 1, day: 1, date: '2026-05-05', name: 'Day 1', isDeload: false },
      exercises: [{ exerciseId: squat, exercise: { name: 'Barbell Back Squat' }, reason: 'FIRST' }],
    },
  })
  t.same(describeTargets(shown), ['FIRST 100x5 100x5'])
  t.same(await active(app, person), shown)
  t.same(await find(app, person, input.id), shown)
  const { node } = await read<{ node: object }>(app, person, `{ node(id: "${input.id}") { __typename id } }`)
  t.same(node, { __typename: 'ProgramEnrollment', id: input.id })
  const weeks = await read<{
    activeEnrollment: { program: { publishedVersion: number; weeks: { number: number }[] } }
  }>(app, person, '{ activeEnrollment { program { publishedVersion isMine weeks(first: 2) { number } } } }')
  t.match(weeks.activeEnrollment.program, {
    publishedVersion: 1,
    isMine: true,
    weeks: [{ number: 1 }, { number: 2 }],
  })
})

t.test('changes nothing when an enrollment is sent again', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const input = enrollment(programId, { weekdays: ['TUESDAY', 'FRIDAY'], startingLoads: [] })
  await enroll(app, person, input)
  await sendCommand(app, person, 'pauseEnrollment', input.id)
  const again = await enroll(app, person, { ...input, weekdays: ['FRIDAY', 'TUESDAY'] })
  t.match(again, { conflict: null, enrollment: { version: 2, enrollmentStatus: 'PAUSED' } })
  const other = await enroll(app, person, { ...input, timezone: 'UTC' })
  t.match(other, { conflict: 'VERSION', enrollment: { version: 2, timezone: 'Europe/Berlin' } })
})

t.test('continues with an archived program, but rejects new enrollments in it', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const input = enrollment(programId)
  await enroll(app, person, input)
  await archive(app, person, programId)
  t.match(await enroll(app, person, input), { conflict: null, enrollment: { id: input.id, version: 1 } })
  const { sync } = await read<{ sync: { results: object[] } }>(
    app,
    person,
    'mutation($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status version } } }',
    { operations: [{ enroll: input }] },
  )
  t.same(sync.results, [{ status: 'UNCHANGED', version: 1 }])
  t.match(await sendCommand(app, person, 'upgradeEnrollment', input.id), {
    conflict: null,
    enrollment: { version: 1, programVersion: { number: 1 } },
  })

  const draft = newId()
  await read(app, person, 'mutation($input: ProgramInput!) { saveProgram(input: $input) { conflict } }', {
    input: {
      id: draft,
      title: 'To be written',
      weeks: [{ days: [{ name: 'Rest', isRest: true, exercises: [] }] }],
    },
  })
  for (const id of [programId, draft]) {
    const response = await tryEnroll(app, person, enrollment(id))
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
    t.equal(response.errors?.[0]?.message, 'input.programId must be the id of a published program.')
  }
})

t.test('rejects a second active enrollment and returns the existing one', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const first = enrollment(programId)
  await enroll(app, person, first)
  const second = enrollment(programId)
  t.match(await enroll(app, person, second), { conflict: 'ACTIVE', enrollment: { id: first.id } })
  await sendCommand(app, person, 'pauseEnrollment', first.id)
  t.equal(await active(app, person), null)
  t.match(await enroll(app, person, second), {
    conflict: null,
    enrollment: { id: second.id, enrollmentStatus: 'ACTIVE' },
  })
  t.match(await sendCommand(app, person, 'resumeEnrollment', first.id), {
    conflict: 'ACTIVE',
    enrollment: { id: second.id },
  })
  await sendCommand(app, person, 'finishEnrollment', second.id)
  t.match(await find(app, person, second.id), {
    enrollmentStatus: 'FINISHED',
    nextDay: null,
    currentWeek: null,
  })
  t.match(await sendCommand(app, person, 'resumeEnrollment', first.id), {
    conflict: null,
    enrollment: { enrollmentStatus: 'ACTIVE' },
  })
  const { enrollments } = await read<{ enrollments: object }>(
    app,
    person,
    '{ enrollments(first: 1) { totalCount pageInfo { hasNextPage } edges { node { id enrollmentStatus } } } }',
  )
  t.same(enrollments, {
    ...{ totalCount: 2, pageInfo: { hasNextPage: true } },
    edges: [
      {
        node: {
          id: [first.id, second.id].sort().at(-1),
          enrollmentStatus: [first.id, second.id].sort().at(-1) === first.id ? 'ACTIVE' : 'FINISHED',
        },
      },
    ],
  })
})

t.test('recognizes repeated commands by their expected version', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const { id } = enrollment('')
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  await enroll(app, person, enrollment(programId, { id }))
  const commands = [
    () => sendCommand(app, person, 'pauseEnrollment', id, 1),
    () => sendCommand(app, person, 'resumeEnrollment', id, 2),
    () => sendDayCommand(app, person, 'skipProgramDay', id, [1, 1], 3),
    () => sendDayCommand(app, person, 'skipProgramDay', id, [1, 3], 4),
    () => sendDayCommand(app, person, 'unskipProgramDay', id, [1, 1], 5),
  ]
  for (const command of commands) t.equal((await command()).conflict, null)
  const after = await find(app, person, id)
  t.match(after, { version: 6, enrollmentStatus: 'ACTIVE', skippedDays: [{ week: 1, day: 3 }] })
  for (const command of commands) t.equal((await command()).conflict, null)
  t.same(await find(app, person, id), after)
  t.equal((await sendCommand(app, person, 'pauseEnrollment', id, 3)).conflict, 'VERSION')
  t.equal(
    (await sendCommand(app, person, 'resumeEnrollment', id)).enrollment?.version,
    6,
    'resuming an active enrollment changes nothing',
  )
  t.equal((await sendCommand(app, person, 'pauseEnrollment', newId(), 3)).conflict, 'UNKNOWN')
})

t.test('skips days without changing loads, and finishes when the last day is skipped', async t => {
  const { app, person, id } = await enrolledGym(t, { weeks: 1 })
  const { enrollment: skipped } = await sendDayCommand(app, person, 'skipProgramDay', id, [1, 1])
  t.match(skipped, { currentDay: 3, completedDays: 0, nextDay: { day: 3, date: '2026-05-04' } })
  t.match(await sendDayCommand(app, person, 'skipProgramDay', id, [1, 3]), {
    enrollment: { enrollmentStatus: 'FINISHED', nextDay: null },
  })
  t.equal(await active(app, person), null)
  t.match(await sendCommand(app, person, 'pauseEnrollment', id), {
    conflict: null,
    enrollment: { enrollmentStatus: 'FINISHED' },
  })
  t.match(await sendDayCommand(app, person, 'unskipProgramDay', id, [1, 3]), {
    enrollment: { enrollmentStatus: 'ACTIVE', currentDay: 3 },
  })
  t.equal((await active(app, person))?.id, id)
})

t.test('pauses a reopened enrollment while another one is active', async t => {
  const { app, person, programId, id } = await enrolledGym(t, { weeks: 1 })
  for (const day of [1, 3]) await sendDayCommand(app, person, 'skipProgramDay', id, [1, day])
  const other = (await enroll(app, person, enrollment(programId))).enrollment!
  t.match(await sendDayCommand(app, person, 'unskipProgramDay', id, [1, 3]), {
    enrollment: { enrollmentStatus: 'PAUSED' },
  })
  t.equal((await active(app, person))?.id, other.id)
  t.equal((await sendCommand(app, person, 'resumeEnrollment', id)).conflict, 'ACTIVE')
  await sendCommand(app, person, 'finishEnrollment', other.id)
  t.match(await sendCommand(app, person, 'resumeEnrollment', id), {
    enrollment: { enrollmentStatus: 'ACTIVE' },
  })
  t.equal((await active(app, person))?.id, id)
})

t.test('rejects invalid input with its path and writes nothing', async t => {
  const { app, person, squat, bench, pullUp } = await buildWithExercises(t)
  const stranger = await signUp(app)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const theirs = await publish(app, stranger, { weeks: weeksOf(squat, bench) })
  const load = (exerciseId: string, value = 50) => ({ exerciseId, load: kg(value) })
  const rows: [Input, RegExp][] = [
    [{ id: 'x' }, /^input\.id /],
    [{ programId: 'x' }, /^input\.programId /],
    [{ programId: newId() }, /^input\.programId /],
    [{ programId: theirs }, /^input\.programId /],
    [{ startDate: '2026-02-30' }, /"input\.startDate"/],
    [{ startDate: '2028-01-01' }, /^input\.startDate /],
    [{ startDate: '2024-01-01' }, /^input\.startDate /],
    [{ timezone: 'Berlin' }, /^input\.timezone /],
    [{ weekdays: ['MONDAY', 'SUNDAY', 'MONDAY'] }, /^input\.weekdays\[2\] /],
    [{ startingLoads: [load(squat), load(squat)] }, /^input\.startingLoads\[1\]\.exerciseId /],
    [{ startingLoads: [load(pullUp)] }, /^input\.startingLoads\[0\]\.exerciseId /],
    [{ startingLoads: [load(squat, -1)] }, /^input\.startingLoads\[0\]\.load\.value /],
    [{ startingLoads: Array.from({ length: 101 }, () => load(squat)) }, /^input\.startingLoads /],
  ]
  for (const [wrong, message] of rows) {
    const response = await tryEnroll(app, person, enrollment(programId, wrong))
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT', JSON.stringify(wrong))
    t.match(response.errors?.[0]?.message, message)
  }
  t.equal(await active(app, person), null)

  const { id } = (await enroll(app, person, enrollment(programId))).enrollment!
  const before = await find(app, person, id)
  for (const position of [
    [1, 2],
    [3, 1],
    [1, 4],
    [0, 0],
  ] as [number, number][]) {
    const response = await trySendDayCommand(app, person, 'skipProgramDay', id, position)
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
    t.match(response.errors?.[0]?.message, /^input\.day /)
  }
  const loads: [Input, RegExp][] = [
    [{ exerciseId: squat }, /^input\.loads\[0\] /],
    [{ exerciseId: pullUp, load: kg(5) }, /^input\.loads\[0\]\.exerciseId /],
    [{ exerciseId: squat, key: 'light', load: kg(5) }, /^input\.loads\[0\]\.key /],
    [{ exerciseId: squat, load: kg(2000) }, /^input\.loads\[0\]\.load\.value /],
    [{ exerciseId: squat, targetReps: 0 }, /^input\.loads\[0\]\.targetReps /],
  ]
  for (const [wrong, message] of loads) {
    const response = await trySetLoads(app, person, id, [wrong])
    t.equal(errorCodeOf(response), 'BAD_USER_INPUT')
    t.match(response.errors?.[0]?.message, message)
  }
  t.same(await find(app, person, id), before)
})

t.test('hides enrollments from other users and rejects their commands', async t => {
  const { app, person, squat, bench, id } = await enrolledGym(t)
  const stranger = await signUp(app)
  const before = await find(app, person, id)
  const nothing = { conflict: 'ID_TAKEN', enrollment: null }
  for (const command of [
    'pauseEnrollment',
    'resumeEnrollment',
    'finishEnrollment',
    'upgradeEnrollment',
  ] as const)
    t.same(await sendCommand(app, stranger, command, id), nothing)
  t.same(await sendDayCommand(app, stranger, 'skipProgramDay', id, [1, 1]), nothing)
  t.same(await setLoads(app, stranger, id, [{ exerciseId: squat, load: kg(5) }]), nothing)
  const own = await publish(app, stranger, { weeks: weeksOf(squat, bench) })
  t.same(await enroll(app, stranger, enrollment(own, { id })), nothing)
  t.equal(await active(app, stranger), null)
  t.rejects(find(app, stranger, id), /NOT_FOUND/)
  t.same(await find(app, person, id), before)
})

t.test('rejects a page of a hundred enrollments with their next days as too expensive', async t => {
  const { app, person } = await buildWithExercises(t)
  const page = (first: number) =>
    queryGraphQL(app, `{ enrollments(first: ${first}) { edges { node { nextDay { week } } } } }`, {}, person)
  t.equal(errorCodeOf(await page(100)), 'QUERY_TOO_COMPLEX')
  t.equal((await page(50)).errors, undefined)
})
