import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { isolatedSettings, type Settings } from '../../helper.js'
import { jpeg } from '../../images.js'
import { startExpectingFailure, startService } from '../../service-process.js'
import { runCommand } from '../run-command.js'

const killBefore = new URL('../kill-before.js', import.meta.url).href

/** Settings of an embedded database with its keys in the data folder. */
function embedded(t: Test): Settings {
  const {
    MONGODB_URI: _uri,
    JWT_PRIVATE_KEY_PATH: _key,
    ...settings
  } = isolatedSettings(t, { DEMO_ACCOUNTS: 'true' })
  return settings
}

const archive = (t: Test) => {
  const path = join(tmpdir(), `${randomUUID()}.zip`)
  t.teardown(() => rm(path, { force: true }))
  return path
}

const backup = (settings: Settings, ...args: string[]) => runCommand('backup', settings, args)
const restore = (settings: Settings, ...args: string[]) => runCommand('restore', settings, args)

/** A client of the service with the demo account. */
function client(url: string, token = '') {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token === '' ? {} : headers) },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }
  return {
    logIn: async () =>
      String(
        (await post('/auth/login', { email: 'demo@example.com', password: 'demo-Passw0rd' }))['accessToken'],
      ),
    rename: (name: string) =>
      post('/graphql', {
        query: `mutation { updateProfile(input: { firstName: "${name}" }) { user { firstName } } }`,
      }),
    me: async () =>
      (await post('/graphql', { query: '{ me { firstName profilePhotos { url } } }' }))['data'] as {
        me: { firstName: string; profilePhotos: { url: string }[] }
      },
    async upload() {
      const body = new FormData()
      body.set('file', new File([jpeg()], 'me.jpg', { type: 'image/jpeg' }))
      return (await fetch(`${url}/api/storage/profile-photo/upload`, { method: 'POST', headers, body }))
        .status
    },
  }
}

t.test('restores the state at the backup after the data folder is lost', async t => {
  const settings = embedded(t)
  const file = archive(t)
  const service = await startService(t, settings)
  const token = await client(service.url).logIn()
  const user = client(service.url, token)
  await user.rename('Before')
  t.equal(await user.upload(), 201)
  const { me: before } = await user.me()
  const stored = await fetch(before.profilePhotos[0]!.url.replace('http://fitness.test', service.url))
  const photo = await stored.arrayBuffer()

  // Write during the whole backup.
  const over = new AbortController()
  const writing = (async () => {
    for (let at = 0; !over.signal.aborted; at++) {
      await user.rename(`Meanwhile ${at}`)
      await user.upload()
    }
  })()
  const made = await backup(settings, file)
  over.abort()
  await writing
  t.match([made.code, made.errors], [0, ''], made.errors)
  t.match(made.output, /contains the database and [\d,]+ files?, \d+ MiB/)
  t.equal((await stat(file)).mode & 0o777, 0o600, 'only the owner can read it')
  service.kill('SIGKILL')
  await service.exited
  await rm(settings.DATA_PATH!, { recursive: true })

  const restored = await restore(settings, file)
  t.match([restored.code, restored.errors], [0, ''])
  t.match(restored.output, /was restored to its state of .*Start the service/)
  const again = await startService(t, settings)
  const { me: after } = await client(again.url, token).me()
  t.match(
    after.firstName,
    /^(Before|Meanwhile)/,
    'the session from before the backup is valid, and the first name is one of the two',
  )
  t.ok(after.profilePhotos.length >= 1)
  for (const { url } of after.profilePhotos) {
    const found = await fetch(url.replace('http://fitness.test', again.url))
    t.equal(found.status, 200, 'the backup contains every photo of the database')
    t.same(await found.arrayBuffer(), photo)
  }
})

t.test('overwrites nothing and leaves nothing after a failure', async t => {
  const settings = embedded(t)
  const file = archive(t)
  const nothing = await backup(settings, file)
  t.match([nothing.code, nothing.errors], [1, /The database .*data\.sqlite does not exist/])
  const service = await startService(t, settings)
  t.equal((await backup(settings, file)).code, 0)
  const twice = await backup(settings, file)
  t.match([twice.code, twice.errors], [1, /already exists\. Choose a new file/])
  const onto = await restore(settings, file)
  t.match([onto.code, onto.errors], [1, /is not empty .*a restore overwrites nothing/])
  service.kill('SIGTERM')
  await service.exited

  const elsewhere = { ...embedded(t) }
  const bytes = await readFile(file)
  const database = bytes.indexOf('database/data.sqlite') + 200
  const altered = Buffer.from(bytes)
  altered[database] = altered[database]! ^ 255
  for (const [broken, message] of [
    [bytes.subarray(0, bytes.length / 2), /not a backup, or it is damaged/],
    [altered, /damaged/],
    [Buffer.from('no archive'), /not a backup, or it is damaged/],
  ] as const) {
    const path = archive(t)
    await writeFile(path, broken)
    const refused = await restore(elsewhere, path)
    t.match([refused.code, refused.errors], [1, message])
    await t.rejects(stat(join(elsewhere.DATA_PATH!, 'database')), { code: 'ENOENT' })
    await t.rejects(stat(join(elsewhere.DATA_PATH!, 'keys')), { code: 'ENOENT' })
  }
  t.equal(
    (await restore(elsewhere, file)).code,
    0,
    'accepts the folder, to which the rejected restores wrote nothing',
  )
})

/** File system calls before which a restore is killed, by what it does then. */
const interruptions = {
  'while it writes the keys': 'createWriteStream keys/storage-secret',
  'while it writes the database': 'createWriteStream database.arriving/data.sqlite',
  'before it moves the database to its place': 'rename database.arriving',
  'before it removes the marker': 'rm unfinished-restore',
}

t.test('prevents a start after a killed restore, which can be repeated', async t => {
  const settings = embedded(t)
  const file = archive(t)
  const service = await startService(t, settings)
  await client(service.url).logIn()
  t.equal((await backup(settings, file)).code, 0)
  service.kill('SIGKILL')
  await service.exited

  for (const [moment, call] of Object.entries(interruptions)) {
    const there = embedded(t)
    const preloaded = { ...there, KILL_BEFORE: call, NODE_OPTIONS: `--import=${killBefore}` }
    t.equal((await restore(preloaded, file)).signal, 'SIGKILL', moment)
    const incomplete =
      /is incomplete: `fitness-training-service restore` wrote to it and has not finished.*unfinished-restore/
    t.match(
      await startExpectingFailure(there),
      [1, incomplete],
      `the service refuses to start: killed ${moment}`,
    )
    await t.rejects(stat(join(there.DATA_PATH!, 'outbox')), 'and writes nothing there')
    const saved = await backup(there, archive(t))
    t.match([saved.code, saved.errors], [1, incomplete], 'omits incomplete files')

    const again = await restore(there, file)
    t.match([again.code, again.errors], [0, ''], 'the restore can be repeated')
    t.same((await readdir(there.DATA_PATH!)).sort(), ['database', 'keys'], 'nothing else remains')
    const restored = await startService(t, there)
    t.ok(await client(restored.url).logIn())
    restored.kill('SIGKILL')
    await restored.exited
  }
})

t.test('repeats a restore only over the files of an interrupted one', async t => {
  const settings = embedded(t)
  const file = archive(t)
  const service = await startService(t, settings)
  t.equal((await backup(settings, file)).code, 0)
  service.kill('SIGKILL')
  await service.exited

  const there = embedded(t)
  const interrupted = { ...there, KILL_BEFORE: interruptions['while it writes the database'] }
  await restore({ ...interrupted, NODE_OPTIONS: `--import=${killBefore}` }, file)
  // The settings name another folder now, which contains files already.
  const LOCAL_STORAGE_BASE_PATH = join(settings.DATA_PATH!, 'files')
  const photo = join(LOCAL_STORAGE_BASE_PATH, 'user-assets', 'photo')
  await mkdir(dirname(photo), { recursive: true })
  await writeFile(photo, 'photo')
  const refused = await restore({ ...there, LOCAL_STORAGE_BASE_PATH }, file)
  t.match([refused.code, refused.errors], [1, /user-assets is not empty .*a restore overwrites nothing/])
  t.equal(await readFile(photo, 'utf8'), 'photo')
  t.match(await startExpectingFailure(there), [1, /is incomplete/], 'the marker remains')

  // The first restore may still be running: the marker names this process in its place.
  const marker = join(there.DATA_PATH!, 'unfinished-restore')
  await writeFile(marker, JSON.stringify({ ...JSON.parse(await readFile(marker, 'utf8')), pid: process.pid }))
  const second = await restore(there, file)
  t.match([second.code, second.errors], [1, new RegExp(`Process ${process.pid} seems to be restoring into`)])
})

t.test('rejects a missing argument, and refuses to back up MongoDB', async t => {
  for (const command of [backup, restore]) {
    const refused = await command(embedded(t))
    t.match([refused.code, refused.errors], [2, /missing required argument 'file'/])
  }
  const remote = { ...embedded(t), MONGODB_URI: 'mongodb://127.0.0.1:1/x' }
  const refused = await backup(remote, archive(t))
  t.match([refused.code, refused.errors], [1, /MONGODB_URI is set/])
})
