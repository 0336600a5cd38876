import t from 'tap'
import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import {
  active,
  describeTargets,
  enrollment,
  buildWithExercises,
  newId,
  publish,
  read,
  remove,
  today,
  weeksOf,
  workout,
  type Input,
  enrolledGym,
} from './enrollments.js'

interface Result {
  status: string
  version: number | null
  conflict: string | null
  record: { __typename: string; id: string; status: string } | null
  error: { code: string; message: string } | null
}

const sync = async (app: App, user: TestUser, operations: Input[]) =>
  (
    await read<{ sync: { results: Result[] } }>(
      app,
      user,
      `mutation($operations: [SyncOperation!]!) {
        sync(operations: $operations) {
          results {
            recordId status version conflict error { code message }
            record { __typename id ... on ProgramEnrollment { enrollmentStatus } }
          }
        }
      }`,
      { operations },
    )
  ).sync.results

interface Page {
  cursor: string
  changes: { type: string; recordId: string; version: number; record: { completedDays: number } | null }[]
}

const changes = async (app: App, user: TestUser, since: string | null) =>
  (
    await read<{ changes: Page }>(
      app,
      user,
      `query($since: String) {
        changes(since: $since) { cursor changes { type recordId version record { ... on ProgramEnrollment { completedDays } } } }
      }`,
      { since },
    )
  ).changes

t.test('applies offline operations in order and only once', async t => {
  const { app, person, squat, bench } = await buildWithExercises(t)
  const programId = await publish(app, person, { weeks: weeksOf(squat, bench) })
  const input = enrollment(programId)
  const { id } = input
  const dayInput = (day: number, expectedVersion: number) => ({
    enrollmentId: id,
    week: 1,
    day,
    expectedVersion,
  })
  const operations = [
    { enroll: input },
    { enroll: enrollment(programId) },
    { pauseEnrollment: { id, expectedVersion: 1 } },
    { resumeEnrollment: { id, expectedVersion: 2 } },
    { skipProgramDay: dayInput(1, 3) },
    { skipProgramDay: dayInput(2, 4) },
    { unskipProgramDay: dayInput(1, 4) },
    {
      saveWorkout: workout({
        startedAt: today,
        enrollmentId: id,
        at: [1, 1],
        sets: [[squat, '100x5', '100x5']],
      }),
    },
    { finishEnrollment: { id, expectedVersion: 4 } },
    { finishEnrollment: { id, expectedVersion: 5 } },
    { pauseEnrollment: { id: newId(), expectedVersion: 1 } },
    { enroll: enrollment(newId()) },
  ]
  const results = await sync(app, person, operations)
  t.match(results, [
    {
      status: 'APPLIED',
      version: 1,
      record: { __typename: 'ProgramEnrollment', id, enrollmentStatus: 'FINISHED' },
    },
    { status: 'CONFLICT', conflict: 'ACTIVE', version: 1, record: { id } },
    { status: 'APPLIED', version: 2 },
    { status: 'APPLIED', version: 3 },
    { status: 'APPLIED', version: 4 },
    {
      status: 'REFUSED',
      error: { code: 'BAD_USER_INPUT', message: /^operations\[5\]\.skipProgramDay\.day must/ },
    },
    { status: 'APPLIED', version: 5 },
    { status: 'APPLIED', version: 1, record: { __typename: 'Workout' } },
    { status: 'CONFLICT', conflict: 'VERSION', version: 5 },
    { status: 'APPLIED', version: 6 },
    { status: 'CONFLICT', conflict: 'UNKNOWN', record: null },
    { status: 'REFUSED', error: { message: /^operations\[11\]\.enroll\.programId must/ } },
  ])
  const again = await sync(app, person, operations)
  const applied = (all: Result[]) =>
    all.map(({ version }, at) => (results[at]?.status === 'APPLIED' ? version : null))
  t.same(
    again.map(({ status }) => status),
    results
      .map(({ status }) => (status === 'APPLIED' ? 'UNCHANGED' : status))
      .with(1, 'APPLIED')
      .with(8, 'UNCHANGED'),
    'repeated operations are not applied again',
  )
  t.same(applied(again), applied(results))
})

t.test('updates the feed position of an enrollment after a workout, but not its version', async t => {
  const { app, person, squat, id } = await enrolledGym(t)
  const { cursor, changes: first } = await changes(app, person, null)
  t.match(
    first.find(change => change.type === 'ENROLLMENT'),
    { recordId: id, version: 1, record: { completedDays: 0 } },
  )
  const logged = workout({
    startedAt: today,
    enrollmentId: id,
    at: [1, 1],
    sets: [[squat, '100x5', '100x5']],
  })
  await sync(app, person, [{ saveWorkout: logged }])
  const next = await changes(app, person, cursor)
  const change = next.changes.find(change => change.type === 'ENROLLMENT')
  t.match(change, { recordId: id, version: 1, record: { completedDays: 1 } })
  await remove(app, person, logged.id)
  const last = await changes(app, person, next.cursor)
  t.match(
    last.changes.find(change => change.type === 'ENROLLMENT'),
    { record: { completedDays: 0 } },
  )
  const plain = workout({ startedAt: today, enrollmentId: id, at: [1, 1], sets: [] })
  await sync(app, person, [{ saveWorkout: { ...plain, programDay: null } }])
  t.same(
    (await changes(app, person, last.cursor)).changes.map(({ type }) => type),
    ['WORKOUT'],
  )
})

t.test('progresses with the workouts of one sync as with separate saves', async t => {
  const { app, person, squat, bench, id } = await enrolledGym(t)
  const log = (hours: number, at: [number, number], ...sets: [string, ...string[]][]) => {
    const startedAt = new Date(today.getTime() - hours * 3_600_000)
    return { saveWorkout: workout({ startedAt, enrollmentId: id, at, sets }) }
  }
  const [earliest, ...others] = [
    log(60, [1, 1], [squat, '100x5', '100x5']),
    log(59, [1, 1], [squat, '100x1', '100x1']),
    log(40, [1, 3], [bench, '60x5']),
    log(20, [2, 1], [squat, '102.5x5', '102.5x4']),
  ]
  await sync(app, person, [...others, earliest])
  t.match(await active(app, person), { completedDays: 3, currentWeek: 2, currentDay: 3 })
  t.same(describeTargets(await active(app, person)), ['RAISED 62.5x5'])
  await sync(app, person, [
    { deleteWorkout: { id: earliest.saveWorkout.id } },
    { skipProgramDay: { enrollmentId: id, week: 2, day: 3, expectedVersion: 1 } },
  ])
  t.match(await active(app, person), null, 'the last day was skipped')
})

t.test('applies commands without an expected version to the current version', async t => {
  const { app, person, id } = await enrolledGym(t)
  const day = { enrollmentId: id, week: 1, day: 3 }
  const results = await sync(app, person, [
    { skipProgramDay: day },
    { unskipProgramDay: day },
    { pauseEnrollment: { id } },
    { resumeEnrollment: { id, expectedVersion: null } },
    { finishEnrollment: { id } },
  ])
  t.match(
    results,
    [2, 3, 4, 5, 6].map(version => ({ status: 'APPLIED', version, error: null })),
  )
})
