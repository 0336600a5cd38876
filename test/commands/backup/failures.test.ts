import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Entity } from '../../../src/platform/database/database.js'
import { openEmbedded } from '../../../src/platform/database/embedded/database.js'
import { isolatedSettings, type Settings } from '../../helper.js'
import { startService } from '../../service-process.js'
import { commandLinePath, runCommand } from '../run-command.js'

const killBefore = new URL('../kill-before.js', import.meta.url).href
const clientCount = 8

/** Settings of an embedded database with its keys in the data folder. */
function embedded(t: Test): Settings {
  const {
    MONGODB_URI: _uri,
    JWT_PRIVATE_KEY_PATH: _key,
    ...settings
  } = isolatedSettings(t, { DEMO_ACCOUNTS: 'true', RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000' })
  return settings
}

const newId = () => randomBytes(12).toString('hex')

async function post(url: string, body: object, token = ''): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return (await response.json()) as Record<string, unknown>
}

/**
 * Lets several clients of the demo account save workouts, each with a heavier set than the ones before, until they are
 * stopped or the service is gone.
 */
async function startSaving(url: string) {
  const credentials = { email: 'demo@example.com', password: 'demo-Passw0rd' }
  const { accessToken } = await post(`${url}/auth/login`, credentials)
  const ask = (query: string, variables = {}) =>
    post(`${url}/graphql`, { query, variables }, String(accessToken))
  const query = '{ exercises(first: 1, search: "bench press") { edges { node { id } } } }'
  const { data } = (await ask(query)) as {
    data: { exercises: { edges: { node: { id: string } }[] } }
  }
  const exerciseId = data.exercises.edges[0]?.node.id
  const acknowledged: string[] = []
  const errors: unknown[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let weight = 1
  let isStopped = false

  async function saveOne(): Promise<void> {
    const id = newId()
    const set = { id: newId(), type: 'NORMAL', load: { value: (weight += 0.25), unit: 'KG' }, reps: 1 }
    const startedAt = new Date(Date.UTC(2026, 0, 1) + weight * 60_000)
    const input = {
      ...{ id, startedAt, endedAt: new Date(startedAt.getTime() + 1000), timezone: 'UTC' },
      exercises: [{ id: newId(), exerciseId, sets: [{ ...set, completedAt: startedAt }] }],
    }
    const save = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
    const answer = await ask(save, { input })
    if (answer['errors'] === undefined) acknowledged.push(id)
    else errors.push(answer['errors'])
    for (const { count, resolve } of waiting) if (acknowledged.length >= count) resolve()
  }

  async function saveUntilStopped(): Promise<void> {
    while (!isStopped && errors.length === 0) await saveOne()
  }

  const clients = Promise.allSettled(Array.from({ length: clientCount }, saveUntilStopped))
  return {
    acknowledged: () => [...acknowledged],
    errors,
    /** Resolves after this many further saves, or when all clients have ended. */
    async further(count: number) {
      const target = acknowledged.length + count
      await Promise.race([new Promise<void>(resolve => waiting.push({ count: target, resolve })), clients])
    },
    async stop() {
      isStopped = true
      await clients
    },
  }
}

interface Stored extends Entity {
  userId: { toHexString(): string }
  type?: string
  seq?: number
  last?: number
  counts?: { WORKOUT?: number }
  deletedAt?: Date | null
  content?: { exercises?: { sets: { load: { value: number } | null }[] }[] }
}

interface StoredRecord extends Entity {
  workoutId: { toHexString(): string }
  type: string
  value: number
  isCurrent: boolean
}

/** Checks that heads, counts and personal records agree with the workouts, and returns the ids of the workouts. */
async function assertConsistent(t: Test, settings: Settings): Promise<Set<string>> {
  const database = await openEmbedded(join(settings.DATA_PATH!, 'database'))
  const all = await database.collection<Stored>('ownedRecords').find({})
  const records = await database.collection<StoredRecord>('personalRecords').find({})
  await database.close()
  const heads = all.filter(({ last }) => last !== undefined)
  t.ok(heads.length > 0)
  for (const { userId, last, counts } of heads) {
    const owned = all.filter(
      other => other.seq !== undefined && other.userId.toHexString() === userId.toHexString(),
    )
    const numbers = owned.map(({ seq }) => seq ?? 0)
    t.equal(last, Math.max(...numbers), 'the head has the latest sequence number')
    t.equal(new Set(numbers).size, numbers.length, 'sequence numbers are unique')
    const workouts = owned.filter(({ type, deletedAt }) => type === 'WORKOUT' && !deletedAt)
    t.equal(counts?.WORKOUT ?? 0, workouts.length, 'the head counts the workouts')
  }
  const workouts = all.filter(({ type }) => type === 'WORKOUT')
  const ids = new Set(workouts.map(({ _id }) => _id.toHexString()))
  const orphans = records.filter(({ workoutId }) => !ids.has(workoutId.toHexString()))
  t.same(orphans, [], 'every personal record has its workout')
  const loads = workouts.flatMap(({ content }) =>
    (content?.exercises ?? []).flatMap(({ sets }) => sets.map(({ load }) => load?.value ?? 0)),
  )
  const current = records.filter(({ type, isCurrent }) => type === 'WEIGHT' && isCurrent)
  t.same(
    current.map(({ value }) => value),
    [Math.max(...loads)],
    'the current personal record is the heaviest set',
  )
  return ids
}

const missingFrom = (found: ReadonlySet<string>, expected: readonly string[]) =>
  expected.filter(id => !found.has(id))

t.test('a backup contains all saves before it, and is consistent, while eight clients save', async t => {
  const settings = embedded(t)
  const file = join(t.testdir(), 'backup.zip')
  const service = await startService(t, settings)
  const saving = await startSaving(service.url)
  await saving.further(40)
  const before = saving.acknowledged()
  const saved = await runCommand('backup', settings, [file])
  t.match([saved.code, saved.errors], [0, ''])
  t.ok(saving.acknowledged().length > before.length, 'the clients saved meanwhile')
  await saving.stop()
  t.same(saving.errors, [])
  service.kill('SIGTERM')
  await service.exited

  const there = embedded(t)
  t.equal((await runCommand('restore', there, [file])).code, 0)
  t.same(missingFrom(await assertConsistent(t, there), before), [])
  t.same(missingFrom(await assertConsistent(t, settings), saving.acknowledged()), [])
})

t.test('a service that is killed during saves and a backup loses no acknowledged save', async t => {
  const settings = embedded(t)
  const file = join(t.testdir(), 'backup.zip')
  const service = await startService(t, settings)
  const saving = await startSaving(service.url)
  await saving.further(40)
  const before = saving.acknowledged()
  const backup = runCommand('backup', settings, [file])
  await saving.further(20)
  service.kill('SIGKILL')
  const saved = await backup
  t.match([saved.code, saved.errors], [0, ''])
  await saving.stop()

  const there = embedded(t)
  t.equal((await runCommand('restore', there, [file])).code, 0)
  t.same(missingFrom(await assertConsistent(t, there), before), [])
  t.same(missingFrom(await assertConsistent(t, settings), saving.acknowledged()), [])
})

t.test('a killed backup disturbs neither the clients nor the next backup', async t => {
  const settings = embedded(t)
  const folder = t.testdir()
  const file = join(folder, 'backup.zip')
  const service = await startService(t, settings)
  const saving = await startSaving(service.url)
  for (const call of ['rm backup.zip.part.database', 'rename backup.zip.part']) {
    await saving.further(10)
    const killed = { ...settings, KILL_BEFORE: call, NODE_OPTIONS: `--import=${killBefore}` }
    t.equal((await runCommand('backup', killed, [file])).signal, 'SIGKILL', call)
    t.notOk(
      (await readdir(folder)).includes('backup.zip'),
      'an incomplete archive does not have its final name',
    )
  }
  await saving.further(10)
  const before = saving.acknowledged()
  const saved = await runCommand('backup', settings, [file])
  t.match([saved.code, saved.errors], [0, ''])
  t.same(await readdir(folder), ['backup.zip'], 'the rest of the killed backups is removed')
  await saving.stop()
  t.same(saving.errors, [])
  service.kill('SIGTERM')
  t.strictSame(await service.exited, [0, null])
  const there = embedded(t)
  t.equal((await runCommand('restore', there, [file])).code, 0)
  t.same(missingFrom(await assertConsistent(t, there), before), [])
})

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0

t.test(
  'a backup on a full disk explains the failure and leaves nothing behind',
  { skip: !hasPrlimit && 'prlimit is a program of Linux' },
  async t => {
    const settings = embedded(t)
    const folder = t.testdir()
    const file = join(folder, 'backup.zip')
    const service = await startService(t, settings)
    // A limit of the size of files has the effect of a full disk.
    const { status, signal, stderr } = spawnSync(
      'prlimit',
      ['--fsize=65536', process.execPath, commandLinePath, 'backup', file],
      { env: { PATH: process.env.PATH, ...settings }, encoding: 'utf8' },
    )
    t.strictSame([status, signal], [1, null])
    t.match(stderr, `Backup failed: the database cannot be copied to ${file}.part.database, `)
    t.match(stderr, 'which needs as much free space as the database: ')
    t.notMatch(stderr, /^ +at /m)
    t.same(await readdir(folder), [])
    t.equal((await fetch(`${service.url}/health/ready`)).status, 200)
    t.equal((await runCommand('backup', settings, [file])).code, 0)
  },
)
