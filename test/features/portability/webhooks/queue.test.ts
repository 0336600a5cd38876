import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { seconds } from '../../../../src/lib/quantities.js'
import { build, isolatedSettings, logIn, signUp } from '../../../helper.js'
import { createLatch } from '../../../latch.js'
import { manualClock } from '../../people/auth/requests.js'
import {
  enroll,
  enrollment,
  importExercises,
  publish,
  save as saveTraining,
  sendCommand,
  weeksOf,
  workout as training,
} from '../../progress/enrollments/enrollments.js'
import { completed, save, workout } from '../../training/workouts/workouts.js'
import { imported, manyWorkouts } from '../imports/imports.js'
import type { Task } from './killed-sender.js'
import { respondWith, startReceiver } from './receiver.js'
import { contentOf, read, saveWebhook, settings, start } from './webhooks.js'

const { TEST_MONGODB_URI } = process.env

t.test('delivers messages for commands of an enrollment and for its progress', async t => {
  const app = await build(t, { settings, clock: () => start })
  const [bench, squat] = await importExercises(app)
  const user = await signUp(app)
  const { url, messages } = await startReceiver(t)
  await saveWebhook(app, user, { url, events: ['ENROLLMENT_CHANGED'] })
  const programId = await publish(app, user, { weeks: weeksOf(squat, bench) })
  const { id: enrollmentId } = (await enroll(app, user, enrollment(programId))).enrollment!
  const { deliverDue } = app.features.services.webhooks
  await deliverDue()
  await sendCommand(app, user, 'pauseEnrollment', enrollmentId)
  await deliverDue()
  await sendCommand(app, user, 'resumeEnrollment', enrollmentId)
  await deliverDue()
  await saveTraining(
    app,
    user,
    training({ startedAt: start, enrollmentId, at: [1, 1], sets: [[squat, '100x5', '100x5']] }),
  )
  await deliverDue()
  // Progress is derived from workouts, and is no new version.
  t.same(
    messages.map(contentOf),
    [1, 2, 3, 3].map(version => ({
      type: 'enrollment.changed',
      timestamp: start.toISOString(),
      data: { userId: user.id, recordId: enrollmentId, version },
    })),
  )
})

t.test('sends no messages for imported workouts and their records and achievements', async t => {
  const app = await build(t, { settings, clock: () => start })
  await importExercises(app)
  const user = await signUp(app)
  const { url, messages } = await startReceiver(t)
  await saveWebhook(app, user, { url })
  t.match(await imported(app, user, manyWorkouts(30)), { importStatus: 'COMPLETED', workoutsMade: 30 })
  await app.features.services.webhooks.deliverDue()
  t.same(messages, [])
  await save(app, user, workout())
  await app.features.services.webhooks.deliverDue()
  t.same(
    messages.map(message => contentOf(message).type),
    ['workout.saved'],
    'the webhook receives other messages',
  )
})

t.test(
  'repeats a message after its process was killed during the attempt, once its lease has ended',
  async t => {
    const own = isolatedSettings(t, settings)
    const received = createLatch()
    const receiver = await startReceiver(t, received.open)
    const task: Task = { settings: own, url: receiver.url, time: start.toISOString() }
    const script = fileURLToPath(new URL('./killed-sender.js', import.meta.url))
    const child = spawn(process.execPath, [script, JSON.stringify(task)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = Promise.all([once(child, 'close'), text(child.stdout)])
    child.stdout.once('data', () => void received.passed.then(() => child.kill('SIGKILL')))
    const [[, signal], printed] = await closed
    t.equal(signal, 'SIGKILL')
    const [email = '', password = '', workoutId = ''] = printed.trim().split('\t')

    receiver.answer(respondWith(204))
    const { clock, advance } = manualClock(start)
    const app = await build(t, { settings: own, clock })
    const { deliverDue } = app.features.services.webhooks
    advance(29 * seconds)
    await deliverDue()
    t.equal(receiver.messages.length, 1, 'the lease of the killed process has not ended')
    advance(1 * seconds)
    await deliverDue()
    await deliverDue()
    const [first, second] = receiver.messages
    t.equal(receiver.messages.length, 2)
    t.same([second!.id, second!.body], [first!.id, first!.body])
    t.equal(contentOf(second!).data.recordId, workoutId)
    const { accessToken } = await logIn(app, email, password)
    const user = { headers: { authorization: `Bearer ${accessToken}` } }
    t.match(await read(app, user), [
      { deliveries: [{ deliveryStatus: 'DELIVERED', attemptCount: 2, lastResponseStatus: 204 }] },
    ])
  },
)

t.test('keeps the outcome of the later attempt if an earlier one ends after its lease', async t => {
  const { clock, advance } = manualClock(start)
  const app = await build(t, { settings, clock })
  const user = await signUp(app)
  const { deliverDue } = app.features.services.webhooks
  const received = createLatch()
  const held: ServerResponse[] = []
  const receiver = await startReceiver(t, response => {
    held.push(response)
    received.open()
  })
  await saveWebhook(app, user, { url: receiver.url, events: ['WORKOUT_SAVED'] })
  await save(app, user, workout())
  await received.passed
  advance(30 * seconds)
  const delivered = createLatch()
  receiver.answer(response => {
    response.once('close', delivered.open).writeHead(204).end()
  })
  const ended = deliverDue()
  await delivered.passed
  held[0]!.writeHead(500).end()
  await ended
  t.equal(receiver.messages.length, 2)
  t.match(await read(app, user), [
    { deliveries: [{ deliveryStatus: 'DELIVERED', attemptCount: 2, lastResponseStatus: 204 }] },
  ])
})

t.test(
  'shares the messages of a queue between two instances',
  { skip: TEST_MONGODB_URI === undefined && 'the embedded database has one instance' },
  async t => {
    const own = isolatedSettings(t, settings)
    const instances = [
      await build(t, { settings: own, clock: () => start }),
      await build(t, { settings: own, clock: () => start }),
    ]
    const [one] = instances
    const user = await signUp(one!)
    // Each instance sends at most two messages at a time to a host. Four at a time are from both.
    const [count, fromBoth] = [20, 4]
    const held: ServerResponse[] = []
    const receiver = await startReceiver(t, response => {
      held.push(response)
      if (held.length < fromBoth) return
      receiver.answer(respondWith(204))
      held.forEach(waiting => waiting.writeHead(204).end())
    })
    await saveWebhook(one!, user, { url: receiver.url, events: ['WORKOUT_SAVED'] })
    const inputs = Array.from({ length: count }, () => completed())
    for (const input of inputs) await save(one!, user, input)
    await Promise.all(instances.map(app => app.features.services.webhooks.deliverDue()))
    const delivered = receiver.messages.map(message => contentOf(message).data.recordId)
    t.same(delivered.sort(), inputs.map(({ id }) => id).sort(), 'each message is sent once')
    const [webhook] = await read(one!, user)
    t.ok(
      webhook!.deliveries.every(
        ({ deliveryStatus, attemptCount }) => deliveryStatus === 'DELIVERED' && attemptCount === 1,
      ),
    )
  },
)
