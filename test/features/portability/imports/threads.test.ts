import type { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import type { ImportOptions } from '../../../../src/features/portability/imports/models.js'
import { importThreadPool } from '../../../../src/features/portability/imports/threads/thread-pool.js'
import type { BulkWrite, Database, Entity } from '../../../../src/platform/database/database.js'
import { createLatch } from '../../../latch.js'
import { signUp, isolatedSettings } from '../../../helper.js'
import { ended, buildWithExercises, imported, manyWorkouts, send, workoutsOf } from './imports.js'

/** Counts the characters of texts with runs of combining marks that this thread normalizes. */
function normalizedCharacters(t: Test): () => number {
  const { normalize } = String.prototype
  let characters = 0
  String.prototype.normalize = function (form?: string) {
    if (/\p{M}{2}/u.test(String(this))) characters += this.length
    return normalize.call(this, form)
  }
  t.teardown(() => (String.prototype.normalize = normalize))
  return () => characters
}

function startedThreads(t: Test): () => number {
  let threads = 0
  const count = (_worker: Worker) => threads++
  process.on('worker', count)
  t.teardown(() => process.off('worker', count))
  return () => threads
}

const marks = `a${'\u0315'.repeat(30_000)}${'\u0300'.repeat(30_000)}`
const header = 'Date,Workout Name,Exercise Name,Set Order,Reps,Notes,Workout Notes'
const start = '2026-05-04 18:00'

t.test('stays responsive while it reads cells with tens of thousands of combining marks', async t => {
  const app = await buildWithExercises(t)
  const user = await signUp(app)
  const rows = [
    `${start},${marks},Press,1,5,,`,
    `${start},${marks},Press,2,5,,`,
    `${start}:01,Day,${marks},1,5,,`,
    `${start}:02,Day,Press,1,5,${marks},`,
    `${start}:03,Day,Press,1,5,,${marks}`,
    `${start} ${marks},Day,Press,1,5,,`,
  ]
  const file = gzipSync([header, ...rows].join('\n'), { level: 9 })
  t.ok(file.length < 2000, `${file.length} bytes`)
  // A running service has loaded the catalogue, whose names in other languages are normalized, too.
  await app.features.services.exercises.findBySlugs([])
  const [characters, threads] = [normalizedCharacters(t), startedThreads(t)]
  t.match(await imported(app, user, file), {
    importStatus: 'COMPLETED',
    workoutsMade: 4,
    skippedCount: 1,
  })
  t.ok(characters() < 1000, `${characters()} characters normalized in the main thread`)
  t.equal(threads(), 1, 'the file was read in a thread')
  const found = await workoutsOf(app, user)
  const short = `a${'\u0315'.repeat(30)}`.normalize()
  t.same([found[0]!.workoutTitle, found[0]!.totals.sets], [short, 2])
  t.equal(found[1]!.exercises[0]!.exercise.name, short)
  t.equal(found[2]!.exercises[0]!.notes, short)
  t.equal(found[3]!.notes, short)
})

t.test('rejects a data.json item with hundreds of thousands of keys before it is built', async t => {
  const app = await buildWithExercises(t)
  const user = await signUp(app)
  const threads = startedThreads(t)
  const keys = Array.from({ length: 350_000 }, (_, at) => `"${at.toString(36)}":1`).join()
  const item = `{"type":"WORKOUT","id":"x","content":{${keys}}}`
  const data = `{"format":"fitness-training-export","version":1,"records":[${item}]}`
  t.match(await imported(app, user, data), {
    importStatus: 'FAILED',
    error: 'The file contains a value that is too long.',
  })
  t.equal(threads(), 1)
})

t.test('continues an import after more shutdowns than allowed interruptions', async t => {
  const count = 300
  const settings = isolatedSettings(t, { JWT_ACCESS_TOKEN_EXPIRES_IN: '200d' })
  let written = createLatch()
  const observe = (database: Database): Database => ({
    ...database,
    collection<E extends Entity>(name: string, indexes: Parameters<Database['collection']>[1]) {
      const collection = database.collection<E>(name, indexes)
      if (name !== 'importedWorkouts') return collection
      return {
        ...collection,
        async bulkWrite(writes: readonly BulkWrite<E>[]) {
          await collection.bulkWrite(writes)
          written.open()
        },
      }
    },
  })
  const start = async () => {
    written = createLatch()
    const app = await buildApp(loadConfig(settings), { wrapDatabase: observe })
    await app.ready()
    return app
  }
  const first = await start()
  const user = await signUp(first)
  const id = await send(first, user, manyWorkouts(count))
  await written.passed
  await first.close()
  for (let stops = 2; stops <= 4; stops++) {
    const app = await start()
    await written.passed
    await app.close()
  }

  const app = await buildApp(loadConfig(settings))
  t.teardown(() => app.close())
  await app.ready()
  const done = await ended(app, user, id)
  t.match(done, { importStatus: 'COMPLETED', workoutsMade: count, workoutsAlreadyThere: 0, skippedCount: 0 })
})

const options: ImportOptions = {
  ...{ source: 'AUTO', weightUnit: 'KG', distanceUnit: 'KM', timezone: 'UTC', dryRun: false, mapping: [] },
}
const work = { userId: '0'.repeat(24), options, now: new Date(), created: [] }

async function* nothing() {}

t.test('terminates the thread and closes the file when an import is stopped', async t => {
  const threads = importThreadPool(1)
  t.teardown(threads.close)
  const [reading, closed] = [createLatch(), createLatch()]
  async function* endless() {
    try {
      yield Buffer.from(`${header}\n`)
      for (let second = 0; ; second++) {
        yield Buffer.from(`${start},Day,Press,1,5,,\n`.repeat(100))
        if (second > 10) reading.open()
      }
    } finally {
      closed.open()
    }
  }
  const controller = new AbortController()
  const reason = new Error('stopped')
  const all = (async () => {
    const findings = threads.analyze(work, endless(), nothing(), controller.signal)
    while (!(await findings.next()).done);
  })()
  await reading.passed
  controller.abort(reason)
  await t.rejects(all, reason)
  await closed.passed
})

t.test('rethrows an error that occurs while the file is read', async t => {
  const threads = importThreadPool(1)
  t.teardown(threads.close)
  const failure = Object.assign(new Error('unavailable'), { code: 'SERVICE_UNAVAILABLE' })
  async function* failing() {
    yield Buffer.from(`${header}\n`)
    throw failure
  }
  const analyze = async (file: AsyncIterable<Buffer>) => {
    const findings = []
    const { signal } = new AbortController()
    for await (const finding of threads.analyze(work, file, nothing(), signal)) findings.push(finding)
    return findings
  }
  await t.rejects(analyze(failing()), failure)
  async function* file() {
    yield Buffer.from(`${header}\n${start},Day,Press,1,5,,\n`)
  }
  t.match(await analyze(file()), [
    { rowsRead: 1 },
    { missing: [{ key: 'press', exercise: { name: 'Press' } }] },
  ])
})
