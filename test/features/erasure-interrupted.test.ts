import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { buildApp } from '../../src/app.js'
import { loadConfig } from '../../src/config.js'
import { minutes } from '../../src/lib/quantities.js'
import type { Collection, Database, Entity, Index } from '../../src/platform/database/database.js'
import { createLatch } from '../latch.js'
import { build, signUp, isolatedSettings } from '../helper.js'
import { mailbox } from '../mailbox.js'
import { createUserData } from './user-data.js'
import { unlimitedLogins } from './people/auth/requests.js'
import type { Task } from './erasure-process.js'
import { everyCollection, filesIn } from './stored-data.js'
import { now } from './training/workouts/workouts.js'

/** Runs the process. @returns the signal that ended it */
async function run(task: Task): Promise<string | null> {
  const script = fileURLToPath(new URL('./erasure-process.js', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

/** Delays every list that is read from a collection. */
const delayFinds = <T extends Entity>(collection: Collection<T>, until: Promise<void>): Collection<T> => ({
  ...collection,
  async find(filter, options) {
    await until
    return collection.find(filter, options)
  },
})

/** Delays the erasures that the service continues at its start. */
const delayErasures = (database: Database, until: Promise<void>): Database => ({
  ...database,
  collection: <T extends Entity>(name: string, indexes?: Index[]) => {
    const collection = database.collection<T>(name, indexes)
    return name === 'erasures' ? delayFinds(collection, until) : collection
  },
})

t.test('completes an erasure at the next start after it was killed twice', async t => {
  const box = await mailbox(t)
  const folder = t.testdir()
  const storage = { LOCAL_STORAGE_BASE_PATH: folder, SMTP_URL: box.url }
  const settings = isolatedSettings(t, { ...unlimitedLogins, ...storage, JWT_ACCESS_TOKEN_EXPIRES_IN: '30d' })
  const first = await buildApp(loadConfig(settings), { clock: () => now })
  await first.ready()
  const [user, other] = [await signUp(first), await signUp(first)]
  await createUserData(t, first, other)
  const ids = await createUserData(t, first, user)
  const notice = { subject: /access token was created/ }
  t.match([await box.next(), await box.next()], [notice, notice])
  await first.close()

  const { email, password, id } = user
  t.equal(await run({ settings, account: { email, password }, killBefore: 3 }), 'SIGKILL')
  t.equal(await run({ settings, killBefore: 6 }), 'SIGKILL')

  const { observe, texts } = everyCollection()
  const checked = createLatch()
  let time = now.getTime()
  const app = await build(t, {
    settings,
    clock: () => new Date(time),
    wrapDatabase: database => delayErasures(observe(database), checked.passed),
  })
  const tracesIn = (found: Iterable<string>) =>
    [...found].filter(text => [id, user.username, ...ids].some(trace => text.includes(trace)))
  const left = async () => [
    ...[...(await texts()).values()].flatMap(tracesIn),
    ...tracesIn(await filesIn(folder)),
  ]
  t.ok((await left()).length > 0, 'the erasure was in progress')
  checked.open()
  await app.features.services.deletion.runDeletions()
  const { audit } = app.features.services
  // A failed login adds an audit entry during the erasure.
  await audit.record({ actor: null, subject: id, action: 'LOGIN_FAILED', client: null })
  time += 10 * minutes
  await app.features.services.deletion.runDeletions()
  t.same(await left(), [])
  const entries = (await texts()).get('auditEntries') ?? []
  t.ok(entries.some(entry => entry.includes('LOGIN_FAILED')))
  t.equal(new Set(entries.join().match(/erased-[\w-]{12}/g)).size, 1, 'one pseudonym replaces the user')
  t.match(await box.next(), { subject: 'Your account has been deleted', to: [{ address: email }] })
  t.ok(
    (await texts()).get('ownedRecords')?.some(text => text.includes(other.id)),
    'other users are unchanged',
  )
})
