import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { hours, minutes, seconds } from '../../../../src/lib/quantities.js'
import type { Database, Entity, Index } from '../../../../src/platform/database/database.js'
import { build, errorCodeOf, isolatedSettings, queryGraphQL, signUp, type TestUser } from '../../../helper.js'
import { mailbox } from '../../../mailbox.js'
import { manualClock } from '../../people/auth/requests.js'
import { completed, done, entry, kg, newId, remove, save, workout } from '../../training/workouts/workouts.js'
import { respondWith, startReceiver, type ReceivedMessage } from './receiver.js'
import { contentOf, read, saveWebhook, settings, start, trySave } from './webhooks.js'

async function startApp(t: Test, more: Record<string, string> = {}) {
  const hand = manualClock(start)
  const app = await build(t, { settings: { ...settings, ...more }, clock: hand.clock })
  return { app, user: await signUp(app), deliver: app.features.services.webhooks.deliverDue, ...hand }
}

const command = (app: App, user: TestUser, name: string, type: string, id: string, fields: string) =>
  queryGraphQL(
    app,
    `mutation($input: ${type}!) { ${name}(input: $input) { ${fields} } }`,
    { input: { id } },
    user,
  )

const ping = (app: App, user: TestUser, id: string) =>
  command(app, user, 'testWebhook', 'TestWebhookInput', id, 'delivery { id deliveryStatus }')
const replay = (app: App, user: TestUser, id: string) =>
  command(app, user, 'replayWebhookDelivery', 'ReplayWebhookDeliveryInput', id, 'delivery { id messageId }')
const deleteWebhook = (app: App, user: TestUser, id: string) =>
  command(app, user, 'deleteWebhook', 'DeleteWebhookInput', id, 'deletedId')

function isSigned({ id, timestamp, body, signature }: ReceivedMessage, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature === `v1,${expected}`
}

/** A database whose queue of messages never returns one, as in a process that stops after each commit. */
const withoutDeliveries = (database: Database): Database => ({
  ...database,
  collection: <T extends Entity>(name: string, indexes?: Index[]) => {
    const collection = database.collection<T>(name, indexes)
    return name === 'webhookDeliveries' ? { ...collection, findOneAndUpdate: async () => null } : collection
  },
})

t.test('delivers a signed message for a saved and for a deleted workout', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t)
  const { secret } = await saveWebhook(app, user, { url, events: ['WORKOUT_SAVED', 'WORKOUT_DELETED'] })
  t.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const input = workout()
  const { id } = input
  await save(app, user, input)
  await deliver()
  await remove(app, user, id)
  await deliver()
  t.same(messages.map(contentOf), [
    {
      type: 'workout.saved',
      timestamp: start.toISOString(),
      data: { userId: user.id, recordId: id, version: 1 },
    },
    {
      type: 'workout.deleted',
      timestamp: start.toISOString(),
      data: { userId: user.id, recordId: id, version: 2 },
    },
  ])
  for (const message of messages) {
    t.ok(isSigned(message, secret))
    t.equal(message.timestamp, String(start.getTime() / 1000))
  }
  const [webhook] = await read(app, user)
  t.match(webhook?.deliveries, [
    { eventType: 'WORKOUT_DELETED', deliveryStatus: 'DELIVERED', attemptCount: 1, lastResponseStatus: 204 },
    { messageId: messages[0]?.id, eventType: 'WORKOUT_SAVED', deliveryStatus: 'DELIVERED' },
  ])
})

t.test('delivers messages for records and achievements', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t)
  const exerciseId = newId()
  const { errors } = await queryGraphQL(
    app,
    'mutation($input: ExerciseInput!) { saveExercise(input: $input) { conflict } }',
    { input: { id: exerciseId, name: 'Press', primaryMuscles: ['CHEST'], trackingType: 'WEIGHT_REPS' } },
    user,
  )
  t.notOk(errors)
  await saveWebhook(app, user, { url, events: ['RECORD_SET', 'ACHIEVEMENT_EARNED'] })
  for (const [index, weight] of [100, 110].entries()) {
    const completedAt = `2026-04-2${index}T10:30:00.000Z`
    const exercises = [entry(exerciseId, [done({ reps: 5, load: kg(weight), completedAt })])]
    const startedAt = `2026-04-2${index}T10:00:00.000Z`
    await save(app, user, completed({ startedAt, endedAt: `2026-04-2${index}T11:00:00.000Z`, exercises }))
  }
  await deliver()
  const types = new Set(messages.map(message => contentOf(message).type))
  t.same([...types].sort(), ['achievement.earned', 'record.set'])
})

t.test('sends no message for another user, for a disabled webhook, and for other events', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t)
  await saveWebhook(app, user, { url, events: ['WORKOUT_DELETED'] })
  await saveWebhook(app, user, { url, isEnabled: false })
  await save(app, user, workout())
  await save(app, await signUp(app), workout())
  await deliver()
  t.same(messages, [])
})

t.test('sends a ping, and replays it with the same message', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t)
  const { id } = await saveWebhook(app, user, { url })
  t.notOk((await ping(app, user, id)).errors)
  await deliver()
  const [webhook] = await read(app, user)
  t.notOk((await replay(app, user, webhook!.deliveries[0]!.id)).errors)
  await deliver()
  t.equal(messages.length, 2)
  t.equal(contentOf(messages[0]!).type, 'ping')
  t.same([messages[1]!.id, messages[1]!.body], [messages[0]!.id, messages[0]!.body])
  t.match((await read(app, user))[0]?.deliveries, [{ attemptCount: 2, deliveryStatus: 'DELIVERED' }])
})

t.test('returns the secret only when a webhook is created', async t => {
  const { app, user } = await startApp(t)
  const id = newId()
  const input = { id, url: 'https://hooks.example.com/' }
  t.type((await trySave(app, user, input)).data?.saveWebhook.secret, 'string')
  t.equal((await trySave(app, user, input)).data?.saveWebhook.secret, null)
  const stranger = await signUp(app)
  t.equal(errorCodeOf(await trySave(app, stranger, input)), 'CONFLICT')
})

t.test('does not find webhooks and deliveries of other users', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url } = await startReceiver(t)
  const { id } = await saveWebhook(app, user, { url })
  await ping(app, user, id)
  await deliver()
  const delivery = (await read(app, user))[0]!.deliveries[0]!
  const stranger = await signUp(app)
  t.equal(errorCodeOf(await ping(app, stranger, id)), 'NOT_FOUND')
  t.equal(errorCodeOf(await replay(app, stranger, delivery.id)), 'NOT_FOUND')
  t.equal(errorCodeOf(await deleteWebhook(app, stranger, id)), 'NOT_FOUND')
  t.same(await read(app, stranger), [])
})

t.test('rejects an eleventh webhook', async t => {
  const { app, user } = await startApp(t)
  const url = 'https://hooks.example.com/'
  for (let count = 0; count < 10; count++) await saveWebhook(app, user, { url })
  t.equal(errorCodeOf(await trySave(app, user, { url })), 'CONFLICT')
})

t.test('rejects URLs that are not permitted', async t => {
  const { app, user } = await startApp(t, { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'false' })
  const urls = [
    ...['nonsense', 'ftp://example.com/', 'https://me:secret@example.com/', 'https://example.com:22/'],
    ...[
      'https://127.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest',
      'https://localhost/',
    ],
    ...['https://0x7f000001/', 'https://[64:ff9b::7f00:1]/', `https://example.com/${'x'.repeat(2000)}`],
  ]
  for (const url of urls) {
    const { errors } = await trySave(app, user, { url })
    t.match(errors, [{ extensions: { code: 'BAD_USER_INPUT', field: 'input.url' } }], url.slice(0, 50))
  }
  for (const events of [[], ['PING']])
    t.equal(errorCodeOf(await trySave(app, user, { url: 'https://example.com/', events })), 'BAD_USER_INPUT')
})

t.test('requires a recent sign-in or step-up to save a webhook', async t => {
  const { app, user, advance } = await startApp(t)
  advance(10 * minutes)
  const { errors } = await trySave(app, user, { url: 'https://example.com/' })
  t.match(errors, [{ extensions: { code: 'FORBIDDEN', reason: 'STEP_UP_REQUIRED' } }])
})

t.test('does not start in production with private addresses allowed', async t => {
  const production = isolatedSettings(t, { ...settings, NODE_ENV: 'production' })
  t.throws(() => loadConfig(production), { message: /WEBHOOK_ALLOW_PRIVATE_ADDRESSES must not be enabled/ })
})

t.test('repeats failed attempts by the schedule and then gives up', async t => {
  const { app, user, deliver, advance } = await startApp(t, { WEBHOOK_RETRY_SCHEDULE: '5s,1m' })
  const { url, messages } = await startReceiver(t, respondWith(500))
  const { id } = await saveWebhook(app, user, { url })
  await ping(app, user, id)
  await deliver()
  advance(4.4 * seconds)
  await deliver()
  t.equal(messages.length, 1)
  advance(1.2 * seconds)
  await deliver()
  t.equal(messages.length, 2)
  advance(67 * seconds)
  await deliver()
  advance(24 * hours)
  await deliver()
  t.equal(new Set(messages.map(message => message.id)).size, 1)
  t.match((await read(app, user))[0], {
    isEnabled: true,
    deliveries: [{ deliveryStatus: 'FAILED', attemptCount: 3, lastResponseStatus: 500 }],
  })
})

t.test('disables a webhook whose deliveries all failed for a day, and notifies its owner', async t => {
  const box = await mailbox(t)
  const { app, user, deliver, advance } = await startApp(t, { SMTP_URL: box.url })
  const receiver = await startReceiver(t, respondWith(500))
  const { id } = await saveWebhook(app, user, { url: receiver.url })
  await ping(app, user, id)
  await deliver()
  advance(23 * hours)
  receiver.answer(respondWith(200))
  await deliver()
  receiver.answer(respondWith(302, { location: receiver.url }))
  await ping(app, user, id)
  await deliver()
  advance(23 * hours)
  await ping(app, user, id)
  await deliver()
  t.match(await read(app, user), [{ isEnabled: true, disabledReason: null }])
  advance(1 * hours)
  await deliver()
  const [webhook] = await read(app, user)
  t.match(webhook, { isEnabled: false, disabledReason: 'FAILURES' })
  t.same(
    webhook!.deliveries.map(({ deliveryStatus }) => deliveryStatus),
    ['FAILED', 'FAILED', 'DELIVERED'],
  )
  t.match((await box.next()).text, `127.0.0.1:${receiver.port}`)
  const { edges } = await app.features.services.audit.list(
    { userId: user.id, action: 'WEBHOOK_DISABLED' },
    {},
  )
  t.match(edges, [{ node: { actor: null, subject: user.id } }])
  t.equal(errorCodeOf(await ping(app, user, id)), 'CONFLICT')
})

t.test('disables a webhook whose receiver answers with 410', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t, respondWith(410))
  const { id } = await saveWebhook(app, user, { url })
  await ping(app, user, id)
  await deliver()
  await save(app, user, workout())
  await deliver()
  t.match(await read(app, user), [
    { isEnabled: false, disabledReason: 'GONE', deliveries: [{ lastResponseStatus: 410 }] },
  ])
  t.equal(messages.length, 1)
})

t.test('deletes a webhook with its deliveries', async t => {
  const { app, user, deliver } = await startApp(t)
  const { url, messages } = await startReceiver(t)
  const { id } = await saveWebhook(app, user, { url })
  await ping(app, user, id)
  await deliver()
  const delivery = (await read(app, user))[0]!.deliveries[0]!
  t.notOk((await deleteWebhook(app, user, id)).errors)
  t.same(await read(app, user), [])
  t.equal(errorCodeOf(await replay(app, user, delivery.id)), 'NOT_FOUND')
  await save(app, user, workout())
  await deliver()
  t.equal(messages.length, 1)
})

t.test('delivers to others while 1,000 messages wait for a receiver that does not answer', async t => {
  const { app, user, deliver, advance } = await startApp(t)
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  const sockets: { destroy(): void }[] = []
  silent.on('connection', socket => sockets.push(socket))
  await once(silent, 'listening')
  t.teardown(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const { id } = await saveWebhook(app, user, { url: `http://127.0.0.1:${port}/`, events: ['WORKOUT_SAVED'] })
  const events = Array.from({ length: 1000 }, () => ({ id: newId(), version: 1, isDeleted: false }))
  const head = { seq: 0, counts: {}, active: {}, parts: { webhookEvents: ['WORKOUT_SAVED'] } }
  await app.features.services.webhooks.onWrite(user.id, {
    type: 'WORKOUT',
    records: events,
    patched: [],
    head,
  })
  advance(1)
  const other = await signUp(app)
  let received = () => {}
  const arrived = new Promise<void>(resolve => (received = resolve))
  const { url } = await startReceiver(t, response => {
    response.writeHead(204).end()
    received()
  })
  const fast = await saveWebhook(app, other, { url })
  await ping(app, other, fast.id)
  await arrived
  t.ok(sockets.length <= 2, 'at most two attempts at a time go to one host')
  await deleteWebhook(app, user, id)
  silent.removeAllListeners('connection').on('connection', socket => socket.destroy())
  sockets.forEach(socket => socket.destroy())
  await deliver()
})

t.test('delivers a message that a terminated process has committed but not sent', async t => {
  const own = { ...isolatedSettings(t, settings) }
  const hand = manualClock(start)
  const { url, messages } = await startReceiver(t)
  const first = await build(t, { settings: own, clock: hand.clock, wrapDatabase: withoutDeliveries })
  const user = await signUp(first)
  await saveWebhook(first, user, { url, events: ['WORKOUT_SAVED'] })
  const input = workout()
  const { id } = input
  await save(first, user, input)
  t.same(messages, [])
  await first.close()
  const second = await build(t, { settings: own, clock: hand.clock })
  t.match(await read(second, user), [{ deliveries: [{ eventType: 'WORKOUT_SAVED' }] }])
  await second.features.services.webhooks.deliverDue()
  t.same(
    messages.map(message => contentOf(message).data.recordId),
    [id],
  )
})

t.test('repeats an attempt whose connection was lost', async t => {
  const { app, user, deliver, advance } = await startApp(t)
  const receiver = await startReceiver(t)
  const { id } = await saveWebhook(app, user, { url: receiver.url })
  const held = new Promise<() => void>(resolve =>
    receiver.answer(response => resolve(() => response.destroy())),
  )
  await ping(app, user, id)
  const hang = await held
  receiver.answer(respondWith(204))
  hang()
  await deliver()
  advance(6 * seconds)
  await deliver()
  t.match((await read(app, user))[0]?.deliveries, [{ deliveryStatus: 'DELIVERED', attemptCount: 2 }])
})
