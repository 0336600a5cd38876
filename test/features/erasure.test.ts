import { pino } from 'pino'
import t, { type Test } from 'tap'
import type { App } from '../../src/app.js'
import { minutes } from '../../src/lib/quantities.js'
import { queryGraphQL, build, logIn, signUp, isolatedSettings, type Settings } from '../helper.js'
import { mailbox, type Mailbox } from '../mailbox.js'
import { s3Server } from '../platform/files/s3-server.js'
import { createUserData, marker } from './user-data.js'
import { unlimitedLogins, manualClock, post } from './people/auth/requests.js'
import { everyCollection, filesIn } from './stored-data.js'
import { now } from './training/workouts/workouts.js'

/** Collects what an app logs from now on. */
function logOf(app: App): string[] {
  const lines: string[] = []
  Object.assign(app.log, {
    level: 'info',
    [pino.symbols.streamSym]: { write: (line: string) => lines.push(line) },
  })
  return lines
}

/** Collections without data of users. */
const ofNobody = [
  ...[
    'exercises',
    'exerciseImages',
    'catalogueRevisions',
    'deprecatedFieldUses',
    'administratorRevisions',
    'schemaVersions',
    'seedVersions',
    'usedIdTokens',
  ],
  // Used by an earlier version only.
  'heads',
]
/** Collections without data of this user: their documents belong to administrators, or exist only temporarily. */
const notNow = [
  'consoleSessions',
  'bodyWeightBackfills',
  'statisticsRebuilds',
  'publicPrograms',
  'publicProgramRevisions',
  'unfinishedUploads',
  'erasures',
  'mails',
  'mailRequests',
  'codeChallenges',
  'pendingSignIns',
  // second-factor.test.ts covers its erasure: with it, this user could not sign in with the password alone.
  'secondFactors',
  // passkeys/erasure.test.ts covers these.
  ...['passkeys', 'passkeyChallenges'],
  // guests.test.ts covers its erasure.
  'guests',
  // openid/erasure.test.ts covers these.
  ...['identities', 'identityLinkRequests', 'identityRevocations', 'oidcExchanges'],
]

async function startApp(t: Test, box: Mailbox, settings: Settings) {
  const { observe, texts } = everyCollection()
  const hand = manualClock(now)
  const all = { ...settings, ...unlimitedLogins, SMTP_URL: box.url, JWT_ACCESS_TOKEN_EXPIRES_IN: '30d' }
  const app = await build(t, { settings: isolatedSettings(t, all), clock: hand.clock, wrapDatabase: observe })
  return { app, texts, ...hand, sweep: app.features.services.deletion.runDeletions }
}

/** @param files returns the names and contents of all stored files */
async function nothingIsLeft(t: Test, settings: Settings, files: () => Promise<string[]>) {
  const box = await mailbox(t)
  const { app, texts, sweep, advance } = await startApp(t, box, settings)
  const lines = logOf(app)
  const [user, other] = [await signUp(app), await signUp(app)]
  await createUserData(t, app, other)
  await app.features.services.assets.makeVariants()
  const others = [await texts(), (await files()).length] as const
  const ids = await createUserData(t, app, user)
  await logIn(app, user.email, user.password)
  await post(app, 'forgot-password', { email: user.email })
  await box.next()
  // Mails stay in the queue from now on.
  box.refuse({ at: 'recipient', code: 451 })
  const refused = box.refused()
  await post(app, 'forgot-password', { email: user.email })
  await refused

  const traces = [user.id, user.email, user.username, ...ids]
  const tracesIn = (texts: Iterable<string>) =>
    [...texts].filter(text => traces.some(trace => text.toLowerCase().includes(trace)))
  const before = await texts()
  for (const [name, documents] of before) {
    if (!ofNobody.includes(name) && !notNow.includes(name))
      t.ok(tracesIn(documents).length > 0, `the test stores a document in ${name}`)
  }
  t.ok(tracesIn(await files()).length > 0, 'the test stores a file')
  t.ok(tracesIn(before.get('mails') ?? []).length > 0, 'the test queues a mail')

  const deletion =
    'mutation($password: String!) { deleteAccount(input: { password: $password }) { user { id } } }'
  t.notOk((await queryGraphQL(app, deletion, { password: user.password }, user)).errors)
  advance(7 * 24 * 60 * minutes)
  await sweep()
  advance(10 * minutes)
  await Promise.all([sweep(), sweep()])

  const after = await texts()
  for (const [name, documents] of after) t.same(tracesIn(documents), [], name)
  t.same(tracesIn(await files()), [], 'no file of the erased user remains')
  t.equal((await files()).length, others[1], 'the files of other users remain')
  for (const [name, documents] of others[0])
    if (name === 'ownedRecords' || name === 'photos' || name === 'personalRecords')
      t.same(after.get(name), documents, `${name} of other users are unchanged`)
  t.equal(after.get('mails')?.length, 1, 'the notice to the erased user is queued')
  box.refuse(null)
  advance(60 * minutes)
  const secrets = [user.email, user.username, marker]
  t.same(
    lines.filter(line => secrets.some(secret => line.includes(secret))),
    [],
    'no log line contains data of the erased user',
  )
}

t.test('leaves no documents, files, mails or logs of a deleted account', async t => {
  const folder = t.testdir()
  await nothingIsLeft(t, { LOCAL_STORAGE_BASE_PATH: folder }, () => filesIn(folder))
})

t.test('leaves no files of a deleted account in a bucket', async t => {
  const server = await s3Server(t, ['the-users', 'the-app'])
  const settings = {
    ...{ OBJECT_STORAGE_PROVIDER: 'S3', S3_ENDPOINT: server.endpoint },
    ...{ S3_ACCESS_KEY_ID: server.credentials.accessKeyId },
    ...{ S3_SECRET_ACCESS_KEY: server.credentials.secretAccessKey },
    ...{ S3_BUCKET_USER_ASSETS: 'the-users', S3_BUCKET_APP_ASSETS: 'the-app' },
  }
  await nothingIsLeft(t, settings, async () =>
    [...server.objects].map(([key, { content }]) => key + content.toString('latin1')),
  )
})

t.test('erases data that is written during the erasure', async t => {
  const box = await mailbox(t)
  const { app, texts, sweep, advance } = await startApp(t, box, {})
  const user = await signUp(app)
  const deletion =
    'mutation($password: String!) { deleteAccount(input: { password: $password, immediately: true }) { user { id } } }'
  // The results of these operations depend on timing, so no assertions are made about them.
  const unheeded = { equal: <T>(_found: unknown, _wanted: T): _found is T => true, match: () => true }
  const life = createUserData(unheeded, app, user).catch(() => undefined)
  await new Promise(setImmediate)
  const upload = app.features.services.profile.update(user.id, { bio: marker }).catch(() => undefined)
  t.notOk((await queryGraphQL(app, deletion, { password: user.password }, user)).errors)
  await Promise.all([life, upload])
  advance(10 * minutes)
  await sweep()
  for (const [name, documents] of await texts())
    t.same(
      documents.filter(text => text.includes(user.id)),
      [],
      name,
    )
})
