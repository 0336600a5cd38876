import t from 'tap'
import { errorCodeOf, queryGraphQL, signUp, isolatedSettings } from '../../../helper.js'
import { responseOf, follow, startListening, socketClient } from '../../../graphql/subscriptions/live.js'
import {
  enroll,
  enrollment,
  importExercises,
  publish,
  remove,
  save,
  sendCommand,
  sendDayCommand,
  setLoads,
  kg,
  today,
  weeksOf,
  workout,
} from './enrollments.js'

const query = 'subscription { programProgressed { id enrollmentStatus completedDays nextDay { week day } } }'

t.test('publishes an enrollment after each workout and skipped day that changes it', async t => {
  const { app, socketUrl } = await startListening(t, { clock: () => today })
  const [bench, squat] = await importExercises(app)
  const [user, stranger] = [await signUp(app), await signUp(app)]
  const programId = await publish(app, user, { weeks: weeksOf(squat, bench) })
  const theirs = await publish(app, stranger, { weeks: weeksOf(squat, bench) })
  const listen = (headers: Record<string, string>) =>
    follow(socketClient(t, socketUrl, { connectionParams: headers }), { query })
  const { next, arrived } = listen(user.headers)
  const other = listen(stranger.headers)
  await responseOf(socketClient(t, socketUrl, { connectionParams: user.headers }), {
    query: '{ __typename }',
  })
  await new Promise(resolve => setImmediate(resolve))
  const nextProgress = async () => ((await next()).data as { programProgressed: object }).programProgressed

  const { id } = (await enroll(app, user, enrollment(programId))).enrollment!
  const log = (hours: number, day: number) => {
    const startedAt = new Date(today.getTime() - hours * 3_600_000)
    return workout({ startedAt, enrollmentId: id, at: [1, day], sets: [[squat, '100x5']] })
  }
  const first = log(20, 1)
  await save(app, user, first)
  t.same(await nextProgress(), {
    id,
    enrollmentStatus: 'ACTIVE',
    completedDays: 1,
    nextDay: { week: 1, day: 3 },
  })
  await sendDayCommand(app, user, 'skipProgramDay', id, [1, 3])
  t.same(await nextProgress(), {
    id,
    enrollmentStatus: 'ACTIVE',
    completedDays: 1,
    nextDay: { week: 2, day: 1 },
  })
  // A later workout of the same day, a pause and loads are not published.
  await save(app, user, log(10, 1))
  await sendCommand(app, user, 'pauseEnrollment', id)
  await sendCommand(app, user, 'resumeEnrollment', id)
  await setLoads(app, user, id, [{ exerciseId: squat, load: kg(80) }])
  await sendDayCommand(app, user, 'unskipProgramDay', id, [1, 3])
  t.match(await nextProgress(), { nextDay: { week: 1, day: 3 } })
  await remove(app, user, first.id)
  t.match(await nextProgress(), { completedDays: 1 }, 'the later workout of the same day counts in its place')

  await enroll(app, stranger, enrollment(theirs))
  t.same([...arrived, ...other.arrived], [])
  t.equal(errorCodeOf(await queryGraphQL(app, '{ activeEnrollment { id } }')), 'UNAUTHENTICATED')
})

const { TEST_MONGODB_URI, TEST_REDIS_URL } = process.env

// Two instances cannot share an embedded database.
if (TEST_MONGODB_URI !== undefined && TEST_REDIS_URL !== undefined)
  t.test('publishes progress across instances', async t => {
    const settings = isolatedSettings(t, { REDIS_URL: TEST_REDIS_URL })
    const clock = () => today
    const [here, there] = [
      await startListening(t, { settings, clock }),
      await startListening(t, { settings, clock }),
    ]
    const [bench, squat] = await importExercises(here.app)
    const user = await signUp(here.app)
    const programId = await publish(here.app, user, { weeks: weeksOf(squat, bench) })
    const { id } = (await enroll(here.app, user, enrollment(programId))).enrollment!
    const client = socketClient(t, there.socketUrl, { connectionParams: user.headers })
    const { next } = follow(client, { query })
    await responseOf(client, { query: '{ __typename }' })
    const startedAt = new Date(today.getTime() - 3_600_000)
    const done = workout({ startedAt, enrollmentId: id, at: [1, 1], sets: [[squat, '100x5']] })
    await save(here.app, user, done)
    t.match(await next(), { data: { programProgressed: { id, completedDays: 1, nextDay: { day: 3 } } } })
  })
