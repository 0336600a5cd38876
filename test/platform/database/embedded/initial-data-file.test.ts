import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import t, { type Test } from 'tap'
import { openEmbedded } from '../../../../src/platform/database/embedded/database.js'
import {
  createInitialDataFile,
  storeInitialDataFile,
} from '../../../../src/platform/database/embedded/initial-data-file.js'

const _id = new ObjectId('64b0c0ffee0123456789abcd')

/** Stores a data file with one document. */
async function storedFile(t: Test): Promise<string> {
  const folder = t.testdir()
  const database = await openEmbedded(join(folder, 'built'))
  await database.prepare()
  await database.collection('exercises').insertOne({ _id })
  await database.close()
  const file = join(folder, 'initial-data.sqlite.gz')
  await storeInitialDataFile(join(folder, 'built'), file)
  return file
}

async function documentCount(folder: string): Promise<number> {
  const database = await openEmbedded(folder)
  const found = await database.collection('exercises').find({})
  await database.close()
  return found.length
}

t.test('creates the data file of a first start, readable by its owner only', async t => {
  const file = await storedFile(t)
  for (const dataPath of [join(t.testdirName, 'missing', 'data'), join(t.testdirName, 'empty')]) {
    if (dataPath.endsWith('empty')) await mkdir(dataPath)
    const folder = join(dataPath, 'database')
    await createInitialDataFile({ folder }, dataPath, file)
    const { mode } = await stat(join(folder, 'data.sqlite'))
    if (process.platform !== 'win32') t.equal(mode & 0o777, 0o600)
    t.equal(await documentCount(folder), 1)
  }
})

t.test('creates nothing in a folder that is in use, with MongoDB, or without a stored file', async t => {
  const file = await storedFile(t)
  const dataPath = join(t.testdirName, 'data')
  const folder = join(dataPath, 'database')
  await mkdir(dataPath)
  await createInitialDataFile({ folder }, dataPath, join(t.testdirName, 'missing.gz'))
  await createInitialDataFile({ folder, mongodbUri: 'mongodb://127.0.0.1' }, dataPath, file)
  t.same(await readdir(dataPath), [])
  await writeFile(join(dataPath, 'unfinished-restore'), '{}')
  await createInitialDataFile({ folder }, dataPath, file)
  t.same(await readdir(dataPath), ['unfinished-restore'])
})

t.test('two processes that start at once do not replace the data file of each other', async t => {
  const file = await storedFile(t)
  const dataPath = join(t.testdirName, 'data')
  const folder = join(dataPath, 'database')
  const created = await Promise.allSettled(
    Array.from({ length: 2 }, () => createInitialDataFile({ folder }, dataPath, file)),
  )
  t.ok(created.some(({ status }) => status === 'fulfilled'))
  t.equal(await documentCount(folder), 1)
})

t.test('opening the database removes what a killed first start has left', async t => {
  const folder = t.testdir({ 'data.sqlite.new': 'the beginning of a data file' })
  t.equal(await documentCount(folder), 0)
  t.notOk((await readdir(folder)).includes('data.sqlite.new'))
})

t.test('a truncated stored file creates no data file', async t => {
  const file = await storedFile(t)
  const stored = await readFile(file)
  await writeFile(file, stored.subarray(0, stored.length / 2))
  const dataPath = join(t.testdirName, 'data')
  const folder = join(dataPath, 'database')
  await t.rejects(createInitialDataFile({ folder }, dataPath, file), { code: 'Z_BUF_ERROR' })
  t.equal(await documentCount(folder), 0)
})

t.test(
  'the data file that the build stores contains the catalogue and the built-in programs, and no account',
  async t => {
    const folder = join(t.testdir(), 'database')
    await createInitialDataFile({ folder }, t.testdirName)
    const database = await openEmbedded(folder)
    const counts: Record<string, number> = {}
    for (const name of await database.administration.collectionNames()) {
      const documents = await database.administration.existing(name).find({})
      if (documents.length > 0) counts[name] = documents.length
    }
    await database.close()
    t.same(Object.keys(counts).sort(), [
      'catalogueRevisions',
      'exercises',
      'ownedRecords',
      'programVersions',
      'publicProgramRevisions',
      'publicPrograms',
      'schemaVersions',
      'seedVersions',
      'userPrograms',
    ])
    t.match(counts, { publicPrograms: 14, programVersions: 14, schemaVersions: 1, seedVersions: 2 })
  },
)
