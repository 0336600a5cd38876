import { copyFile, open, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t from 'tap'
import { checkDataFile } from '../../../../src/platform/database/embedded/check-data-file.js'
import { openConnection } from '../../../../src/platform/database/embedded/connection.js'
import { copySnapshot } from '../../../../src/platform/database/embedded/copy-snapshot.js'
import { openEmbedded } from '../../../../src/platform/database/embedded/database.js'
import { DatabaseDamagedError, type Entity } from '../../../../src/platform/database/database.js'

interface Item extends Entity {
  text: string
}

const insertMany = (items: { insertOne(item: Item): Promise<void> }, count: number, text: string) =>
  Promise.all(Array.from({ length: count }, () => items.insertOne({ _id: new ObjectId(), text })))

t.test('removes deleted and overwritten data from all files when the log is emptied', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items', [{ key: { text: 1 } }])
  await database.prepare()
  const secret = 'a text that is searched for'
  const [short, long] = [100, 20_000].map(length => `${secret} ${'x'.repeat(length)}`) as [string, string]
  for (const text of ['other', short, 'other', long, 'other']) await insertMany(items, 300, text)
  const containsSecret = async () => {
    const files = await readdir(folder)
    const contents = await Promise.all(files.map(file => readFile(join(folder, file))))
    return contents.some(content => content.includes(secret))
  }
  await database.checkpoint()
  t.ok(await containsSecret())
  await items.updateMany({ text: short }, { $set: { text: 'overwritten' } })
  await items.deleteMany({ text: long })
  t.ok(await containsSecret())
  await database.checkpoint()
  t.notOk(await containsSecret())
  t.equal(await items.countDocuments({}), 1200)
  await items.insertOne({ _id: new ObjectId(), text: 'later' })
  await database.close()
  const again = await openEmbedded(folder)
  t.equal(await again.collection('items').countDocuments({}), 1201)
  await again.close()
})

t.test('empties the log by itself when it has grown', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items')
  const logSize = async () => (await stat(join(folder, 'data.sqlite-wal'))).size
  const sizes: number[] = []
  let written = 0
  // The log is emptied while writes continue.
  while (!(sizes.length > 0 && sizes.at(-1)! < Math.max(...sizes) / 2)) {
    await insertMany(items, 10, 'x'.repeat(100_000))
    written += 10
    sizes.push(await logSize())
  }
  t.ok(Math.max(...sizes) < 200_000_000)
  t.equal(await items.countDocuments({}), written)
  await database.close()
  await checkDataFile({ folder })
})

t.test('keeps all writes that happen during checkpoints', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items')
  const stop = new AbortController()
  const checkpoints = (async () => {
    let count = 0
    for (; !stop.signal.aborted; count++) await database.checkpoint()
    return count
  })()
  for (let round = 0; round < 30; round++) {
    await insertMany(items, 10, 'some text')
    t.equal((await items.find({ text: 'some text' })).length, 10 * (round + 1))
  }
  stop.abort()
  t.ok((await checkpoints) > 0)
  await database.close()
  const again = await openEmbedded(folder)
  t.equal(await again.collection('items').countDocuments({}), 300)
  await again.close()
})

t.test('copies a consistent snapshot while the database is in use', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(join(folder, 'original'))
  const items = database.collection<Item>('items')
  await insertMany(items, 100, 'kept')
  const copy = join(folder, 'copy')
  const later = insertMany(items, 100, 'later')
  await copySnapshot(join(folder, 'original'), copy)
  await later
  await database.close()
  await checkDataFile({ folder: copy })
  const copied = await openEmbedded(copy)
  t.equal((await copied.collection<Item>('items').find({ text: 'kept' })).length, 100)
  await copied.close()
})

t.test('accepts whole data files, and rejects truncated and foreign ones', async t => {
  const parent = t.testdir({ copy: {}, foreign: { 'data.sqlite': 'some text' } })
  const folder = join(parent, 'filled')
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items')
  await checkDataFile({ folder: join(parent, 'missing') })
  await insertMany(items, 500, 'x'.repeat(1000))
  await database.close()
  await checkDataFile({ folder })
  const file = join(folder, 'data.sqlite')
  const copied = join(parent, 'copy', 'data.sqlite')
  await copyFile(file, copied)
  await checkDataFile({ folder: join(parent, 'copy') })

  const { size } = await stat(file)
  const pages = size / 4096
  await truncate(file, size - 1)
  const truncated = `${file} cannot be read (it is truncated: it has ${pages - 1} of ${pages} pages). If it is damaged, restore a backup`
  await t.rejects(checkDataFile({ folder }), { message: truncated })
  await t.rejects(checkDataFile({ folder: join(parent, 'foreign') }), { message: /not a SQLite database/ })
})

t.test('reports damaged pages', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  await insertMany(database.collection<Item>('items'), 500, 'x'.repeat(1000))
  await database.close()
  const file = join(folder, 'data.sqlite')
  const content = await readFile(file)
  await writeFile(file, content.fill(0xa5, 4096))
  await t.rejects(openEmbedded(folder), {
    message:
      /cannot be read \(.*malformed.*\)\. If it is damaged.* move the file and its log .*data\.sqlite-wal to/,
  })
  await writeFile(file, content.fill(0xa5, 0))
  await t.rejects(openEmbedded(folder), {
    message: /cannot be read \(.*not a database.*\)\. If it is damaged/,
  })
})

t.test('remembers damage that it finds while it is open', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items')
  await insertMany(items, 500, 'x'.repeat(10_000))
  await database.checkpoint()
  await database.ping()
  const path = join(folder, 'data.sqlite')
  const { size } = await stat(path)
  const file = await open(path, 'r+')
  await file.write(Buffer.alloc(size - 8192, 0xa5), 0, size - 8192, 8192)
  await file.close()
  await t.rejects(items.find({ text: 'x' }), DatabaseDamagedError)
  await t.rejects(insertMany(items, 1, 'x'), DatabaseDamagedError)
  await t.rejects(database.ping(), DatabaseDamagedError)
  await database.checkpoint()
  await t.rejects(database.ping(), DatabaseDamagedError, 'a checkpoint repairs nothing')
  await database.close()
})

t.test('rejects a data file of a newer version', async t => {
  const folder = t.testdir()
  await (await openEmbedded(folder)).close()
  const file = join(folder, 'data.sqlite')
  const content = await readFile(file)
  content.writeUInt32BE(99, 60)
  await writeFile(file, content)
  await t.rejects(openEmbedded(folder), { message: /has format 99, but this version .* at most 1/ })
})

t.test('keeps writing while another process reads the log', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  const items = database.collection<Item>('items')
  await insertMany(items, 10, 'before')
  const reader = openConnection(join(folder, 'data.sqlite'), { readOnly: true })
  reader.exec('BEGIN; SELECT * FROM documents')
  await insertMany(items, 10, 'during')
  await t.rejects(database.checkpoint(), /in use/)
  await insertMany(items, 10, 'after')
  t.equal(await items.countDocuments({}), 30)
  reader.close()
  await database.checkpoint()
  t.equal((await stat(join(folder, 'data.sqlite-wal'))).size, 0)
  await database.close()
})
