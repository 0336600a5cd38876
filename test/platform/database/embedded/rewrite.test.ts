import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import type { Entity } from '../../../../src/platform/database/database.js'
import { checkDataFile } from '../../../../src/platform/database/embedded/check-data-file.js'
import { embeddedDatabase } from '../../../../src/platform/database/embedded/database.js'
import { openDisk } from '../../../../src/platform/database/embedded/disk.js'
import { copySnapshot } from '../../../../src/platform/database/embedded/copy-snapshot.js'

interface Item extends Entity {
  text: string
}

const { signal } = new AbortController()

async function emptyFolder(t: Pick<Test, 'teardown'>) {
  const folder = await mkdtemp(join(tmpdir(), 'rewrite-test-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function open(folder: string) {
  const disk = await openDisk(folder)
  const database = await embeddedDatabase(disk)
  return { disk, database, items: database.collection<Item>('items') }
}

const idsIn = (output: string) => output.split('\n').filter(line => /^[0-9a-f]{24}$/.test(line))

async function runWriter(folder: string, env: Record<string, string> = {}) {
  const script = fileURLToPath(new URL('./rewrite-writer.js', import.meta.url))
  const child = spawn(process.execPath, [script, folder], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code, killedBy]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ])
  return { output, code, killedBy }
}

t.test('keeps writes during a rewrite of the data file after a restart', async t => {
  const folder = await emptyFolder(t)
  const before = await open(folder)
  const kept = new ObjectId()
  await before.items.insertOne({ _id: kept, text: 'kept' })
  await before.database.close()
  const { ino } = await stat(join(folder, 'data.mdb'))

  const { output, code } = await runWriter(folder)
  t.match([code, output], [0, /rewritten/])
  t.not((await stat(join(folder, 'data.mdb'))).ino, ino, 'it is another file')
  await checkDataFile({ folder })
  const { database, items } = await open(folder)
  const found = await items.find({})
  const acknowledged = new Set([kept.toHexString(), ...idsIn(output)])
  t.ok(acknowledged.size > 1)
  t.same(new Set(found.map(({ _id }) => _id.toHexString())), acknowledged)
  t.same(new Set(found.map(({ text }) => text)), new Set(['kept', 'replaced']))
  await database.close()
})

const killBefore = new URL('../../../commands/kill-before.js', import.meta.url).href

for (const file of ['data.mdb', 'lock.mdb'])
  t.test(`loses nothing if the process is killed before it replaces the ${file}`, async t => {
    const folder = await emptyFolder(t)
    const env = { KILL_BEFORE: `rename ${file}`, NODE_OPTIONS: `--import=${killBefore}` }
    const { output, killedBy } = await runWriter(folder, env)
    t.equal(killedBy, 'SIGKILL')
    await checkDataFile({ folder })
    const { database, items } = await open(folder)
    const found = new Map((await items.find({})).map(({ _id, text }) => [_id.toHexString(), text]))
    const ids = idsIn(output)
    t.ok(ids.length > 0)
    for (const id of ids) t.equal(found.get(id), 'replaced')
    t.same((await readdir(folder)).sort(), ['data.mdb', 'lock.mdb'], 'the unfinished copy is removed')
    await items.insertOne({ _id: new ObjectId(), text: 'new' })
    await database.close()
  })

t.test('removes deleted and overwritten bytes from the data file in a rewrite', async t => {
  const folder = await emptyFolder(t)
  const { disk, database, items } = await open(folder)
  const secret = 'a text that is looked for'
  const insert = (text: string) =>
    Promise.all(Array.from({ length: 500 }, () => items.insertOne({ _id: new ObjectId(), text })))
  await insert('others')
  await insert(`${secret} ${'x'.repeat(100)}`)
  await insert(`${secret} ${'x'.repeat(20_000)}`)
  await insert('others')
  await items.updateMany({ text: `${secret} ${'x'.repeat(100)}` }, { $set: { text: 'overwritten' } })
  await items.deleteMany({ text: `${secret} ${'x'.repeat(20_000)}` })
  const isThere = async () => (await readFile(join(folder, 'data.mdb'))).includes(secret)
  t.ok(await isThere(), 'free pages keep it')
  await disk.rewrite(signal)
  t.notOk(await isThere())
  t.equal((await items.find({})).length, 1500)
  await items.insertOne({ _id: new ObjectId(), text: 'later' })
  await database.close()
  const again = await open(folder)
  t.equal((await again.items.find({})).length, 1501)
  await again.database.close()
})

t.test('still locks the folder after a rewrite, and allows a backup', async t => {
  const folder = await emptyFolder(t)
  const { disk, database, items } = await open(folder)
  await items.insertOne({ _id: new ObjectId(), text: 'kept' })
  await disk.rewrite(signal)
  await disk.rewrite(signal)
  const other = spawn(process.execPath, [
    fileURLToPath(new URL('./rewrite-writer.js', import.meta.url)),
    folder,
  ])
  t.match(await text(other.stderr), new RegExp(`is open in process ${process.pid}`))
  await items.insertOne({ _id: new ObjectId(), text: 'later' })
  const copy = join(await emptyFolder(t), 'copy')
  await copySnapshot(folder, copy)
  await database.close()
  const copied = await open(copy)
  t.same((await copied.items.find({})).map(({ text }) => text).sort(), ['kept', 'later'])
  await copied.database.close()
})

t.test('aborts a rewrite without changing the file when the database is closed', async t => {
  const folder = await emptyFolder(t)
  const { disk, database, items } = await open(folder)
  await items.insertOne({ _id: new ObjectId(), text: 'kept' })
  const rewriting = disk.rewrite(signal)
  const refused = t.rejects(rewriting, { name: 'AbortError' })
  await t.rejects(disk.rewrite(signal), /being rewritten already/)
  await database.close()
  await refused
  t.same((await readdir(folder)).sort(), ['data.mdb', 'lock.mdb'])
  const again = await open(folder)
  t.equal((await again.items.find({})).length, 1)
  await again.database.close()
})
