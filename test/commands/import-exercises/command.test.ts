import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ObjectId } from 'mongodb'
import t from 'tap'
import type { Test } from 'tap'
import { starterCatalogue } from '../../features/training/exercises/starter-catalogue.js'
import {
  ImportError,
  readArray,
} from '../../../src/features/training/exercises/free-exercise-db/json-file.js'
import { loadConfig } from '../../../src/config.js'
import { MiB } from '../../../src/lib/quantities.js'
import type { Entity } from '../../../src/platform/database/database.js'
import { openDatabase } from '../../../src/platform/database/open-database.js'
import { databaseLocation } from '../../../src/platform/database/database-location.js'
import { queryGraphQL, build, isolatedSettings, type Settings } from '../../helper.js'
import { commandLinePath } from '../run-command.js'

// Each test has its own folder and database, and mostly waits for the command.
t.jobs = availableParallelism()

/** A record in the format of free-exercise-db with invented texts. */
const record = (name: string, changes: object = {}) => ({
  id: name.replace(/\W+/g, '_'),
  name,
  force: 'pull',
  level: 'beginner',
  mechanic: 'compound',
  equipment: 'cable',
  primaryMuscles: ['lats'],
  secondaryMuscles: ['biceps'],
  instructions: ['Take the handle.', 'Pull it to your belt.'],
  category: 'strength',
  images: ['folder/0.jpg'],
  ...changes,
})

/** Creates an empty database, and runs the command on it. */
function importer(t: Test) {
  const settings = isolatedSettings(t)
  const folder = t.testdir()
  const file = join(folder, 'exercises.json')

  async function run(...paths: string[]) {
    // The command runs in another folder than the project, so that it reads no .env file.
    const child = spawn(process.execPath, [commandLinePath, 'import-exercises', ...paths], {
      cwd: folder,
      env: settings,
    })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { out, err, code: code as number | null }
  }
  async function runOn(content: unknown) {
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return run(file)
  }
  return { settings, folder, file, run, runOn }
}

interface Found {
  exercises: { totalCount: number; edges: { node: Record<string, unknown> }[] }
}

/** Searches exercises by the API of a service on the database. */
async function find(t: Test, settings: Settings, search: string) {
  const app = await build(t, { settings })
  const query = `query ($search: String) {
    exercises(search: $search) {
      totalCount
      edges { node { slug name category force equipment primaryMuscles trackingType instructions } }
    }
  }`
  const { data } = await queryGraphQL<Found>(app, query, { search })
  await app.close()
  const { totalCount, edges } = data!.exercises
  return { totalCount, nodes: edges.map(({ node }) => node) }
}

t.test('imports exercises next to the starter catalogue', async t => {
  const { settings, runOn } = importer(t)
  const { out, code } = await runOn([record('Quokka Row'), record('Wombat Row', { instructions: [] })])

  t.equal(code, 0)
  t.match(out, /^2 records:\n {2}2 added\n {2}0 changed\n {2}0 unchanged\n/)
  t.match(out, /Without instructions: 1\./)
  t.match(out, /The images of 2 records are ignored/)
  const { nodes } = await find(t, settings, 'quokka')
  t.strictSame(nodes, [
    {
      slug: 'quokka-row',
      name: 'Quokka Row',
      category: 'STRENGTH',
      force: 'PULL',
      equipment: ['CABLE'],
      primaryMuscles: ['LATS'],
      trackingType: 'WEIGHT_REPS',
      instructions: ['Take the handle.', 'Pull it to your belt.'],
    },
  ])
  t.equal((await find(t, settings, '')).totalCount, starterCatalogue.length + 2)
})

t.test('rejects a folder with an interrupted restore', async t => {
  const { settings, runOn } = importer(t)
  delete settings['MONGODB_URI']
  const dataPath = settings['DATA_PATH'] ?? ''
  await mkdir(dataPath, { recursive: true })
  await writeFile(join(dataPath, 'unfinished-restore'), '{}')
  const { code, err } = await runOn([record('Quokka Row')])
  t.match(
    [code, err],
    [
      1,
      /Import failed:\n.*is incomplete: `fitness-training-service restore` wrote to it and has not finished/,
    ],
  )
  t.same(
    await readdir(dataPath),
    ['unfinished-restore'],
    'no files remain that the next restore would delete',
  )
})

t.test('refuses to create a database next to files of users', async t => {
  const { settings, runOn } = importer(t)
  delete settings['MONGODB_URI']
  const files = join(settings['DATA_PATH'] ?? '', 'storage', 'user-assets')
  await mkdir(files, { recursive: true })
  await writeFile(join(files, 'photo.jpg'), 'a photo')
  const { err, code } = await runOn([record('Quokka Row')])
  t.equal(code, 1)
  t.match(err, /data\.sqlite is missing, but .* contains uploaded files/)
})

t.test('rejects a database of a newer version', async t => {
  const { settings, runOn } = importer(t)
  const database = await openDatabase(databaseLocation(loadConfig(settings)))
  const shapes = database.collection<Entity & { version: number }>('schemaVersions')
  await database.prepare()
  const _id = new ObjectId('000000000000000000000001')
  await shapes.updateOne({ _id }, { $set: { version: 99 } }, { upsert: true })
  await database.close()
  const { err, code } = await runOn([record('Quokka Row')])
  t.equal(code, 1)
  t.match(err, /The database has schema version 99/)
})

t.test('changes only what differs in repeated imports', async t => {
  const { settings, runOn } = importer(t)
  const records = [record('Quokka Row'), record('Wombat Row')]
  await runOn(records)

  const second = await runOn(records)
  t.match(second.out, / {2}0 added\n {2}0 changed\n {2}2 unchanged\n/)
  t.match(second.out, /Nothing has changed\./)
  const third = await runOn([record('Quokka Row', { level: 'expert', force: null }), record('Wombat Row')])
  t.match(third.out, / {2}0 added\n {2}1 changed\n {2}1 unchanged\n/)
  t.match((await find(t, settings, 'quokka')).nodes, [{ name: 'Quokka Row', force: null }])
})

t.test('skips duplicates without losing other exercises', async t => {
  const { settings, runOn } = importer(t)
  const { out } = await runOn([
    record('Pull-Up', { equipment: 'body only' }),
    record('Pushups', { equipment: 'body only', primaryMuscles: ['chest'] }),
    record('FRONT BARBELL SQUATS', { equipment: 'barbell' }),
    record('Glute Kickback', { equipment: 'body only' }),
    record('Plank Walk'),
    record('Plank Walks', { id: 'Plank_Walk_2' }),
  ])

  t.match(out, / {2}2 added\n/)
  t.match(out, / {2}4 omitted, because the catalogue already has them\n/)
  t.match(out, /The slug belongs to an exercise of another catalogue:\n {2}pull-up\n/)
  t.match(out, /"Pushups" is "Push-Up"/)
  t.match(out, /"FRONT BARBELL SQUATS" is "Barbell Front Squat"/)
  t.match(out, /"Plank Walks" is "Plank Walk"/)
  const { nodes } = await find(t, settings, 'glute kickback')
  t.match(
    nodes.map(({ name }) => name),
    ['Cable Glute Kickback', 'Glute Kickback'],
  )
})

t.test('skips invalid records and reports the reasons', async t => {
  const { settings, runOn } = importer(t)
  const { out, code } = await runOn([
    record('Quokka Row'),
    record('Yak Row', { category: 'xyz' }),
    record('Gnu Row', { equipment: 7 }),
    record('Emu Row', { primaryMuscles: 'lats' }),
    record('Elk Row', { primaryMuscles: [] }),
    record('Cat Row', { id: 'quokka-row' }),
    record('Dog Row', { level: undefined }),
    record('Pig Row', { instructions: ['Pull.', null] }),
    record('!', { id: '日本' }),
  ])

  t.equal(code, 0)
  t.match(out, / {2}1 added\n/)
  t.match(out, / {2}8 skipped, because they cannot be read\n/)
  t.strictSame(out.match(/^ {2}record .*$/gm), [
    '  record 2 ("Yak Row"): category "xyz" is unknown.',
    '  record 3 ("Gnu Row"): equipment must be a word, not a number.',
    '  record 4 ("Emu Row"): primaryMuscles must be a list, not text.',
    '  record 5 ("Elk Row"): primaryMuscles must contain at least one muscle.',
    '  record 6 ("Cat Row"): record 1 has the same id.',
    '  record 7 ("Dog Row"): level is missing.',
    '  record 8 ("Pig Row"): an item of instructions must be text, not null.',
    '  record 9 ("!"): "日本" must contain a Latin letter or a digit, from which the slug is created.',
  ])
  t.equal((await find(t, settings, 'quokka')).nodes.filter(({ name }) => name === 'Quokka Row').length, 1)
})

t.test('fails if no record is valid', async t => {
  const { runOn } = importer(t)
  const one = await runOn([record('Yak Row', { category: 'xyz' })])
  t.equal(one.code, 1)
  t.match(one.out, /^1 record:\n {2}0 added\n/)
  t.match(one.out, / {2}1 skipped, because it cannot be read\n/)
  t.match(one.out, /The images of 1 record are ignored/)
  t.match(one.err, /exercises\.json contains no valid record\. Nothing was imported\.\n$/)
  t.notMatch(one.err, /\bat .*\.js:/, 'no stack trace')

  const many = await runOn(Array<null>(1000).fill(null))
  t.equal(many.code, 1)
  t.match(many.out, /^1,000 records:\n/)
  t.match(many.out, / {2}1,000 skipped, because they cannot be read\n/)
  t.equal((await runOn([])).code, 1)
})

t.test('reports hostile records without harm', async t => {
  const { runOn } = importer(t)
  const hostile = [
    'null',
    '42',
    '[]',
    '{}',
    '{"__proto__":{"name":"Yak Row"}}',
    JSON.stringify(record('Gnu Row', { category: 'constructor' })),
    JSON.stringify(record('Emu Row', { force: '__proto__' })),
    JSON.stringify(record('x'.repeat(1_000_000))),
    JSON.stringify(record('Elk \u001b[2J\u009b Row', { level: 'expert' })),
    JSON.stringify(record('Cat Row', { secondaryMuscles: Array(100_000).fill('lats') })),
  ]
  const { out, code } = await runOn(`[${hostile.join(',')}]`)

  t.equal(code, 1)
  t.match(out, / {2}0 added\n/)
  t.match(out, /record 1: it must be an object, not null\./)
  t.match(out, /record 3: it must be an object, not a list\./)
  t.match(out, /record 5: name is missing\./)
  t.match(out, /category "constructor" is unknown\./)
  t.match(out, /force "__proto__" is unknown\./)
  t.match(out, /record 8 \("x{40}…"\): name must have at most 100 characters\./)
  t.match(out, /record 9 \("Elk �\[2J� Row"\): name contains a character that cannot be stored\./)
  t.match(out, /secondaryMuscles must have at most 100 items\./)
  t.ok(out.length < 3000, 'the report stays short')
})

t.test('groups many skipped records by reason', async t => {
  const { runOn } = importer(t)
  const { out } = await runOn([...Array<null>(10_000).fill(null), record('Yak Row', { level: 'x' })])
  t.match(out, /it must be an object, not null\. record 1, record 2, record 3 and 9,997 more\n/)
  t.match(out, /level "x" is unknown\. record 10001 \("Yak Row"\)\n/)
})

t.test('rejects invalid files with a clear message', async t => {
  const { folder, run, runOn } = importer(t)
  const refused = async (result: ReturnType<typeof run>, message: RegExp) => {
    const { out, err, code } = await result
    t.equal(code, 1)
    t.equal(out, '')
    t.match(err, message)
    t.notMatch(err, /\bat .*\.js:/, 'no stack trace')
  }
  t.match(await run(), { code: 2, err: /missing required argument 'file'/ })
  await refused(
    run(join(folder, 'nowhere.json')),
    /^Import failed: The file .*nowhere\.json does not exist\.\n$/,
  )
  await refused(runOn('[{"name": '), /exercises\.json is not JSON: /)
  await refused(runOn('{"exercises": []}'), /must contain a JSON array of exercises, not an object\.\n$/)
})

t.test('reads only UTF-8 files up to the maximum size', async t => {
  const folder = t.testdir()
  const file = join(folder, 'exercises.json')
  await writeFile(file, '\uFEFF[1]')
  t.strictSame(await readArray(file), [1], 'accepts a byte order mark')
  await writeFile(file, Buffer.from('["\xff"]', 'latin1'))
  await t.rejects(readArray(file), new ImportError(`${file} is not encoded in UTF-8.`))
  await truncate(file, 51 * MiB)
  await t.rejects(readArray(file), /is larger than the limit of 50 MiB/)
  await t.rejects(readArray(folder), new ImportError(`${folder} is not a file.`))
})

t.test('reports wrong settings as at the start of the service', async t => {
  const { settings, runOn } = importer(t)
  settings.PORT = 'x'
  const { err, code } = await runOn([])
  t.equal(code, 1)
  t.match(err, /- PORT /)
})

t.test('does not open the embedded database of a running service', async t => {
  const { settings, runOn } = importer(t)
  if (settings.MONGODB_URI) return t.pass('MongoDB allows both at the same time')
  await build(t, { settings })
  const { err, code } = await runOn([record('Quokka Row')])
  t.equal(code, 1)
  t.match(err, /is open in process \d+: stop that process/)
})

t.test('shows progress in a few lines without a terminal', async t => {
  const { runOn } = importer(t)
  const { err } = await runOn(Array.from({ length: 8 }, (_, index) => record(`Row number ${index}`)))
  t.equal(err, 'Importing 2/8\nImporting 4/8\nImporting 6/8\nImporting 8/8\n')
})
