import t, { type Test } from 'tap'
import type { App } from '../../../../src/app.js'
import { seconds } from '../../../../src/lib/quantities.js'
import { DatabaseUnavailableError, type Database } from '../../../../src/platform/database/database.js'
import { createLatch } from '../../../latch.js'
import { build, isolatedSettings, type Settings } from '../../../helper.js'
import { captureLog } from '../../../log-lines.js'
import { mailbox } from '../../../mailbox.js'
import { unlimitedLogins, manualClock, newRegistration, post } from './requests.js'

/** Called with the name of each command before it is sent to the database. */
type Barrier = (command: string) => void | Promise<void>

/** Wraps the database of an app with a barrier. */
function barrier() {
  let stop: Barrier = () => undefined
  const observe = (database: Database): Database => ({
    ...database,
    collection: (name, indexes) =>
      new Proxy(database.collection(name, indexes), {
        get(collection, method) {
          const call: unknown = Reflect.get(collection, method)
          if (typeof call !== 'function') return call
          return async (...given: unknown[]): Promise<unknown> => {
            await stop(`${name}.${String(method)}`)
            return Reflect.apply(call, collection, given)
          }
        },
      }),
  })
  return { observe, set: (next: Barrier) => void (stop = next) }
}

const failing =
  (prefix: string): Barrier =>
  command => {
    if (command.startsWith(prefix)) throw new DatabaseUnavailableError()
  }

const askDeletion = (app: App, { email }: { email: string }) =>
  app.inject({
    ...{ method: 'POST', url: '/account/delete/link', payload: new URLSearchParams({ email }).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** All routes that request a mail. */
const mailRequests = [
  (app: App, { email }: { email: string }) => post(app, 'forgot-password', { email }),
  (app: App, { email }: { email: string }) => post(app, 'resend-verification', { email }),
  askDeletion,
  (app: App, { email }: { email: string }) => post(app, 'code', { email }),
]
const subjects = [/Reset your password/, /Confirm your e-mail/, /Delete your account/, /Your sign-in code/]

const retryPending = (app: App): Promise<unknown> =>
  app.features.modules
    .flatMap(({ jobs = [] }) => jobs)
    .find(({ name }) => name === 'retry mail requests')!
    .run(new AbortController().signal)

/** Starts an app with a registered user and a mail server. */
async function startApp(t: Test, given: Settings = {}) {
  const box = await mailbox(t)
  const settings = isolatedSettings(t, { ...unlimitedLogins, SMTP_URL: box.url, ...given })
  const { observe, set } = barrier()
  const hand = manualClock()
  const app = await build(t, { settings, wrapDatabase: observe, clock: hand.clock })
  const user = newRegistration()
  await post(app, 'register', user)
  await box.next()
  return { app, box, settings, person: user, set, ...hand }
}

t.test('sends the mails of accepted requests once after a restart', async t => {
  const { app, box, settings, person, set, clock, advance } = await startApp(t)
  // Simulates that the process ends after the response.
  set(failing('users.'))
  for (const ask of mailRequests) t.equal((await ask(app, person)).statusCode, 202)
  await app.close()
  t.equal(box.waiting(), 0)

  const next = await build(t, { settings, clock })
  const mails = [await box.next(), await box.next(), await box.next(), await box.next()]
  for (const subject of subjects) t.equal(mails.filter(mail => subject.test(mail.subject ?? '')).length, 1)
  for (const { to } of mails) t.match(to, [{ address: person.email }])
  advance(60 * seconds)
  await retryPending(next)
  await next.close()
  t.equal(box.waiting(), 0)
})

t.test('responds 503 if a request cannot be stored, and accepts it again later', async t => {
  const { app, box, person, set } = await startApp(t)
  for (const [at, ask] of mailRequests.entries()) {
    set(failing('mailRequests.'))
    // One more than the limit of mails per hour.
    for (let time = 1; time <= 6; time++)
      for (const { email } of [person, newRegistration()])
        t.equal((await ask(app, { email })).statusCode, 503)
    set(() => undefined)
    t.equal((await ask(app, person)).statusCode, 202)
    t.match((await box.next()).subject, subjects[at])
  }
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('stores one document before the response for known and unknown addresses alike', async t => {
  const { app, box, person, set } = await startApp(t)
  for (const [at, ask] of mailRequests.entries())
    for (const { email } of [newRegistration(), person]) {
      const commands: string[] = []
      const [responded, ended] = [createLatch(), createLatch()]
      set(async command => {
        // Ignores the commands of jobs and of the mail queue.
        if (!/^(mailRequests|users|mailTokens)\.(?!find$)/.test(command)) return
        commands.push(command)
        if (command !== 'mailRequests.insertOne') await responded.passed
        if (command === 'mailRequests.deleteOne') ended.open()
      })
      t.equal((await ask(app, { email })).statusCode, 202)
      // The last command waits at the barrier.
      t.same(commands, ['mailRequests.insertOne', 'users.findOne'])
      responded.open()
      await ended.passed
      set(() => undefined)
      if (email === person.email) t.match((await box.next()).subject, subjects[at])
    }
})

t.test('sends one mail if two instances process a request at once', async t => {
  const { app, box, person, set, advance } = await startApp(t)
  const [free, both] = [createLatch(), createLatch()]
  let looking = 0
  set(async command => {
    if (command !== 'users.findOne') return
    if (++looking === 2) both.open()
    await free.passed
  })
  await mailRequests[0]!(app, person)
  advance(10 * seconds)
  const taken = retryPending(app)
  await both.passed
  free.open()
  await taken
  t.match((await box.next()).subject, /Reset your password/)
  await app.close()
  t.equal(box.waiting(), 0)
})

t.test('retries a request that fails after the response, and logs the reason', async t => {
  const { app, box, person, set, advance } = await startApp(t)
  const { next } = captureLog(app)
  set(failing('mails.'))
  const { headers } = await mailRequests[0]!(app, person)
  const about = { reqId: headers['x-request-id'], purpose: 'send a password reset mail' }
  t.match(await next('background task failed'), about)
  await retryPending(app)
  advance(10 * seconds)
  await retryPending(app)
  const line = await next('a mail request failed and will be retried')
  t.match(line, { ...about, err: { message: 'the database does not respond' } })
  set(() => undefined)
  advance(29 * seconds)
  await retryPending(app)
  t.equal(box.waiting(), 0, 'does not retry before the pause has passed')
  advance(1 * seconds)
  await retryPending(app)
  t.match((await box.next()).subject, /Reset your password/)
})

t.test('discards a request that was encrypted with another secret after a minute', async t => {
  const { app, box, settings, person, set, clock, advance } = await startApp(t)
  set(failing('users.'))
  const { headers } = await mailRequests[0]!(app, person)
  await app.close()
  const changed = { ...settings, HMAC_SECRET: 'another secret that is long enough' }
  const next = await build(t, { settings: changed, clock })
  const log = captureLog(next)
  const msg = 'a mail request was discarded because it was encrypted with another secret'
  for (const [time, expected] of [
    [0, 0],
    [59 * seconds, 0],
    [90 * seconds, 1],
    [600 * seconds, 1],
  ] as const) {
    advance(time)
    await retryPending(next)
    t.equal(log.lines.filter(line => line.msg === msg).length, expected)
  }
  const line = await log.next(msg)
  t.match(line, { reqId: headers['x-request-id'], purpose: 'send a password reset mail' })
  await next.close()
  t.equal(box.waiting(), 0)
})
