import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { BSON, ObjectId } from 'mongodb'
import t from 'tap'
import { checkDataFile } from '../../../../src/platform/database/embedded/check-data-file.js'
import { openEmbedded } from '../../../../src/platform/database/embedded/database.js'
import { openLmdb } from '../../../../src/platform/database/embedded/lmdb.js'

/** Creates a file as earlier versions wrote it. */
async function createLmdb(folder: string, count: number) {
  const lmdb = openLmdb(folder)
  const ids = Array.from({ length: count }, (_, index) => ({ _id: new ObjectId(), index }))
  for (const document of ids)
    for (const collection of ['accounts', 'workouts'])
      void lmdb.put([collection, document._id.toHexString()], BSON.serialize(document))
  await lmdb.committed
  await lmdb.close()
  return ids
}

t.test('converts an lmdb file once, and reports the progress', async t => {
  const folder = t.testdir()
  const documents = await createLmdb(folder, 6000)
  const reports: string[] = []
  const database = await openEmbedded(folder, { report: message => reports.push(message) })
  for (const name of ['accounts', 'workouts'])
    t.strictSame(await database.collection(name).find({}, { sort: { _id: 1 } }), documents)
  t.same(reports, [
    'converting data.mdb: 10,000 documents',
    'converted data.mdb to data.sqlite: 12,000 documents',
  ])
  t.notOk((await readdir(folder)).some(name => name.endsWith('.mdb') || name === 'converting'))
  await database.collection('accounts').deleteMany({})
  await database.close()
  const again = await openEmbedded(folder, { report: message => reports.push(message) })
  t.equal(await again.collection('accounts').countDocuments({}), 0)
  t.equal(reports.length, 2)
  await again.close()
})

t.test('continues an interrupted conversion, and keeps the lmdb file until then', async t => {
  const folder = t.testdir()
  const documents = await createLmdb(folder, 12_000)
  const interrupt = () => {
    throw new Error('interrupted')
  }
  await t.rejects(openEmbedded(folder, { report: interrupt }), /interrupted/)
  t.same((await readdir(folder)).filter(name => name.endsWith('.mdb')).sort(), ['data.mdb', 'lock.mdb'])
  await checkDataFile({ folder })
  const database = await openEmbedded(folder)
  for (const name of ['accounts', 'workouts'])
    t.strictSame(await database.collection(name).find({}, { sort: { _id: 1 } }), documents)
  await database.close()
})

t.test('deletes the lmdb file if the process was killed right after the conversion', async t => {
  const folder = t.testdir()
  const database = await openEmbedded(folder)
  await database.collection('accounts').insertOne({ _id: new ObjectId() })
  await database.close()
  await createLmdb(folder, 10)
  const again = await openEmbedded(folder)
  t.equal(await again.collection('accounts').countDocuments({}), 1)
  t.notOk((await readdir(folder)).includes('data.mdb'))
  await again.close()
})

t.test('refuses to convert a file next to the log of another data file', async t => {
  const folder = t.testdir({ 'data.sqlite-wal': 'writes' })
  await createLmdb(folder, 1)
  await t.rejects(checkDataFile({ folder }), { message: /data\.sqlite is missing, but its log .* exists/ })
})

t.test('refuses to convert a file that another process has open', async t => {
  const folder = t.testdir()
  await createLmdb(folder, 1)
  const code = `import { open } from 'lmdb'; const env = open({ path: process.argv[1], noSubdir: false, encoding: 'binary' });
    env.get(['', '']); console.log('open'); setInterval(() => env.get(['', '']), 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await t.rejects(openEmbedded(folder), { message: new RegExp(`is open in process ${child.pid}`) })
})
