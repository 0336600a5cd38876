import { EventEmitter, once } from 'node:events'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { App } from '../../../src/app.js'
import type { Entity } from '../../../src/platform/database/database.js'
import { createMailQueue } from '../../../src/platform/mail/queue.js'
import { createMailQueueStore } from '../../../src/platform/mail/queue-store.js'
import type { Mail, MailTransport } from '../../../src/platform/mail/transports.js'
import { hours, minutes } from '../../../src/lib/quantities.js'
import { manualClock, newRegistration, post } from '../../features/people/auth/requests.js'
import { build, signUp, isolatedSettings } from '../../helper.js'
import { captureLog } from '../../log-lines.js'
import { mailbox, tokenIn } from '../../mailbox.js'
import { databases } from '../database/databases.js'

const mail: Mail = { to: 'ada@example.com', subject: 'Hello', text: 'a secret\n', html: '<p>a secret</p>' }
const log = pino({ level: 'silent' })

/** Collects what an app logs from now on. */
function logOf(app: App) {
  const lines: Record<string, unknown>[] = []
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }
  Object.assign(app.log, { level: 'info', [pino.symbols.streamSym]: stream })
  return lines
}

t.test('retries mails that the server temporarily rejects, also after a restart', async t => {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const settings = isolatedSettings(t, { SMTP_URL: box.url })
  box.refuse({ at: 'recipient', code: 451 })
  const first = await build(t, { settings, clock })
  const refused = box.refused()
  const user = newRegistration()
  t.equal((await post(first, 'register', user)).statusCode, 202)
  await refused
  await first.close()

  box.refuse(null)
  advance(1 * minutes)
  const second = await build(t, { settings, clock })
  const link = tokenIn(await box.next())
  t.equal((await post(second, 'verify-email', { token: link })).statusCode, 204)
  await second.close()
  t.equal(box.waiting(), 0, 'sends the mail once')
})

t.test('gives up a permanently rejected mail, and logs its purpose and request', async t => {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const settings = isolatedSettings(t, { SMTP_URL: box.url })
  const app = await build(t, { settings, clock })
  const lines = logOf(app)
  box.refuse({ at: 'recipient', code: 550 })
  const refused = box.refused()
  const { headers } = await post(app, 'register', newRegistration())
  await refused
  await app.close()
  const [line] = lines.filter(({ purpose }) => purpose === 'verify-email')
  t.match(line, { level: 50, reqId: headers['x-request-id'], msg: /discarded.*permanently/ })

  box.refuse(null)
  advance(1 * hours)
  const later = await build(t, { settings, clock })
  await later.close()
  t.equal(box.waiting(), 0)
})

const smtpRefusal = { message: /451 no/, code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' }
for (const { failure, why, send } of [
  {
    failure: 'a mail server that refuses for now',
    why: smtpRefusal,
    async send(t: Test) {
      const box = await mailbox(t)
      box.refuse({ at: 'recipient', code: 451 })
      return { SMTP_URL: box.url }
    },
  },
  {
    failure: 'a mail server that is unavailable',
    why: { message: /ECONNREFUSED/, code: 'ESOCKET', command: 'CONN' },
    send: async () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
  },
  {
    failure: 'an outbox that cannot be written',
    why: { message: /^(EEXIST|ENOTDIR): .*outbox/, code: /^(EEXIST|ENOTDIR)$/ },
    async send(t: Test) {
      const DATA_PATH = t.testdir({ outbox: 'a file' })
      return { DATA_PATH }
    },
  },
])
  t.test(`logs ${failure} with its message but without the address`, async t => {
    const app = await build(t, { settings: await send(t) })
    const { next } = captureLog(app)
    const { email, username, password } = newRegistration()
    const { headers } = await post(app, 'register', { email, username, password })
    const line = await next('mail not sent: it will be retried')
    t.match(line, { err: why, reqId: headers['x-request-id'], purpose: 'verify-email' })
    t.notMatch(JSON.stringify(line), username)
  })

t.test('does not send a mail whose link has expired', async t => {
  const box = await mailbox(t)
  const { clock, advance } = manualClock()
  const settings = isolatedSettings(t, { SMTP_URL: box.url })
  const first = await build(t, { settings, clock })
  const { email } = await signUp(first)
  box.refuse({ at: 'connection', code: 421 })
  const refused = box.refused()
  await post(first, 'forgot-password', { email })
  await refused
  await first.close()

  box.refuse(null)
  advance(1 * hours)
  const second = await build(t, { settings, clock })
  await second.close()
  t.equal(box.waiting(), 0)
})

t.test('queues the mail about a changed password in the transaction of the change', async t => {
  const box = await mailbox(t)
  const settings = isolatedSettings(t, { SMTP_URL: box.url })
  const app = await build(t, { settings })
  const { email } = await signUp(app)
  await post(app, 'forgot-password', { email })
  const token = tokenIn(await box.next())
  await post(app, 'reset-password', { token, password: 'seven green lamps' })
  t.equal((await box.next()).subject, 'Your password was changed')
})

/** A transport that keeps the mails; `hold` delays them until it is closed. */
function keeping(sent: string[], hold = false): MailTransport {
  const closing = new EventEmitter()
  return {
    send: async ({ subject }) => {
      sent.push(subject)
      if (hold) await once(closing, 'close')
    },
    isPermanent: () => false,
    close: () => void closing.emit('close'),
  }
}

for (const [name, open] of databases) {
  async function startApp(t: Test) {
    const database = await open(t)
    const store = createMailQueueStore(database)
    await database.prepare()
    const hand = manualClock()
    const queue = (transport: MailTransport, secret = 'secret') =>
      createMailQueue({ ...{ database, store, transport, secret, log }, clock: hand.clock })
    return { database, queue, advance: hand.advance }
  }

  t.test(`${name}: sends each mail from one of many instances`, async t => {
    const { queue } = await startApp(t)
    const sent: string[] = []
    const queues = [queue(keeping(sent)), queue(keeping(sent)), queue(keeping(sent))]
    const subjects = Array.from({ length: 30 }, (_, at) => `mail ${at}`)
    for (const subject of subjects)
      await queues[0]!.enqueue({ ...mail, subject }, { userId: null, purpose: 'test' })
    for (const { start } of queues) start()
    for (const { close } of queues) await close()
    t.same(sent.sort(), subjects.sort())
  })

  t.test(`${name}: does not send a mail of a failed transaction`, async t => {
    const { database, queue } = await startApp(t)
    const sent: string[] = []
    const { enqueue, start, close } = queue(keeping(sent))
    start()
    const failing = database.transaction('ada', async () => {
      await enqueue(mail, { userId: null, purpose: 'test' })
      throw new Error('no')
    })
    await t.rejects(failing, { message: 'no' })
    await database.transaction('ada', () =>
      enqueue({ ...mail, subject: 'Yes' }, { userId: null, purpose: 'test' }),
    )
    await close()
    t.same(sent, ['Yes'])
  })

  t.test(`${name}: deletes only the queued mails of one user`, async t => {
    const { queue } = await startApp(t)
    const sent: string[] = []
    const { enqueue, deleteUserMails: forget, start, close } = queue(keeping(sent))
    const [ada, bob] = ['5f0000000000000000000001', '5f0000000000000000000002']
    for (const userId of [ada, bob, null])
      await enqueue({ ...mail, subject: String(userId) }, { userId, purpose: 'test' })
    for (let time = 1; time <= 2; time++) await forget(ada)
    start()
    await close()
    t.same(sent.sort(), [bob, 'null'])
  })

  t.test(`${name}: sends a mail of a dead instance from another after the lease`, async t => {
    const { queue, advance } = await startApp(t)
    const sent: string[] = []
    const transport = keeping(sent, true)
    const dead = queue(transport)
    dead.start()
    await dead.enqueue(mail, { userId: null, purpose: 'test' })
    while (sent.length === 0) await new Promise(setImmediate)

    const inTime = queue(keeping(sent))
    inTime.start()
    await inTime.close()
    t.equal(sent.length, 1)
    advance(2 * minutes)
    const successor = queue(keeping(sent))
    successor.start()
    await successor.close()
    t.equal(sent.length, 2)
    transport.close()
    await dead.close()
  })

  t.test(`${name}: encrypts queued mails, and leaves those of another key to their owner`, async t => {
    const { database, queue, advance } = await startApp(t)
    const sent: string[] = []
    const owner = queue(keeping(sent))
    await owner.enqueue(mail, { userId: null, purpose: 'test' })
    const [stored] = await database.collection<Entity>('mails').find({})
    t.notMatch(Buffer.from(JSON.stringify(stored)).toString(), /ada|secret/)
    t.notMatch((stored!['sealed'] as { buffer: Buffer }).buffer.toString('latin1'), /ada|secret/)

    const stranger = queue(keeping(sent), 'another secret')
    stranger.start()
    await stranger.close()
    t.same(sent, [])
    advance(1 * minutes)
    owner.start()
    await owner.close()
    t.same(sent, ['Hello'])
    t.equal(await database.collection<Entity>('mails').countDocuments({}), 0)
  })
}
