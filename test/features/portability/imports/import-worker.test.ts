import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { unavailable } from '../../../../src/errors.js'
import { createBackgroundTasks } from '../../../../src/lib/background-tasks.js'
import type { ImportOptions } from '../../../../src/features/portability/imports/models.js'
import { importService } from '../../../../src/features/portability/imports/service.js'
import { importStore, type ImportJob } from '../../../../src/features/portability/imports/store.js'
import { importWorker } from '../../../../src/features/portability/imports/import-worker.js'
import { openEvents } from '../../../../src/platform/events/events.js'
import { createLatch } from '../../../latch.js'
import { databases } from '../../../platform/database/databases.js'
import { newId } from '../../training/workouts/workouts.js'

const options: ImportOptions = {
  ...{ source: 'AUTO', weightUnit: 'KG', distanceUnit: 'KM', timezone: 'UTC', dryRun: false, mapping: [] },
}
const events = openEvents()

for (const [name, open] of databases) {
  /** A queue of imports whose work is the given function. */
  async function queue(t: Test, run: (job: ImportJob, signal: AbortSignal) => Promise<void>) {
    const database = await open(t)
    const imports = importStore(database)
    await database.prepare()
    const state = { now: Date.now() }
    const failures: unknown[] = []
    const tasks = createBackgroundTasks(100, error => failures.push(error))
    const clock = () => new Date(state.now)
    const startWorker = () =>
      importWorker({
        imports,
        events,
        clock,
        background: tasks,
        run: (job, _tally, { signal }) => run(job, signal),
        storage: { delete: async () => undefined },
        soleInstanceSince: name === 'embedded' ? clock() : undefined,
        onFailure: error => failures.push(error),
      })
    return {
      ...{ database, imports, worker: startWorker(), startWorker, tasks, state, failures, clock },
      async add(userId: string): Promise<string> {
        const id = imports.newId()
        await imports.create({ id, userId, fileKey: `users/${userId}/imports/${id}`, options }, clock())
        await imports.enqueue(id)
        return id
      },
    }
  }

  t.test(`${name}: delays only imports of the same user during a long import`, async t => {
    const [first, second, third] = [newId(), newId(), newId()]
    const over = createLatch()
    const begun: string[] = []
    const [began, maxRunning] = [createLatch(), 3]
    const { add, worker, tasks, imports } = await queue(t, async ({ id }) => {
      if (begun.push(id) === maxRunning) began.open()
      await over.passed
    })
    const ids = [await add(first), await add(first), await add(second), await add(third), await add(newId())]
    for (let count = 0; count < 10; count++) worker.wake()
    await began.passed
    t.same(
      new Set(begun),
      new Set([ids[0], ids[2], ids[3]]),
      'runs three imports at once, each of another user',
    )
    t.equal((await imports.find(first, ids[1]!))?.status, 'QUEUED')
    over.open()
    await tasks.drain()
    t.same(new Set(begun), new Set(ids), 'runs all imports')
    t.equal(begun.length, ids.length, 'runs each import once')
  })

  t.test(`${name}: retries an import after a delay if it failed for a temporary reason`, async t => {
    const userId = newId()
    let tries = 0
    const { add, worker, tasks, imports, state, failures } = await queue(t, async () => {
      if (++tries === 1) throw new Error('unavailable')
    })
    const id = await add(userId)
    for (let count = 0; count < 2; count++) {
      worker.wake()
      await tasks.drain()
    }
    t.same([tries, (await imports.find(userId, id))?.status], [1, 'QUEUED'])
    t.match(failures, [{ message: 'unavailable' }])
    state.now += 11_000
    worker.wake()
    await tasks.drain()
    t.same([tries, (await imports.find(userId, id))?.status], [2, 'COMPLETED'])
  })

  t.test(`${name}: fails an import after three interruptions, not counting outages`, async t => {
    const userId = newId()
    let tries = 0
    const { add, worker, tasks, imports, state, failures } = await queue(t, async () => {
      throw ++tries === 1 ? unavailable('The storage is unavailable.', 5) : new Error(`crash ${tries}`)
    })
    const id = await add(userId)
    for (const expected of ['QUEUED', 'QUEUED', 'QUEUED', 'FAILED']) {
      worker.wake()
      await tasks.drain()
      t.equal((await imports.find(userId, id))?.status, expected, `after attempt ${tries}`)
      state.now += 11_000
    }
    t.match((await imports.find(userId, id))?.error, /interrupted 3 times/)
    t.equal(failures.length, 4)
  })

  t.test(`${name}: does not count shutdowns of the service as interruptions`, async t => {
    const userId = newId()
    const { add, startWorker, tasks, imports } = await queue(t, async (_job, signal) => {
      if (!signal.aborted) await once(signal, 'abort')
      throw signal.reason as Error
    })
    const id = await add(userId)
    for (let stops = 1; stops <= 5; stops++) {
      const worker = startWorker()
      worker.wake()
      while ((await imports.find(userId, id))?.status === 'QUEUED') await pause(1)
      worker.stop()
      await tasks.drain()
      t.equal((await imports.find(userId, id))?.status, 'QUEUED', `after ${stops} stops`)
    }
  })

  t.test(`${name}: deletes the file of an upload that was never queued`, async t => {
    const userId = newId()
    const { add, database, imports, worker, state, clock } = await queue(t, async () => undefined)
    const files = new Set<string>()
    let meanwhile = async () => undefined as unknown
    const service = importService({
      ...{ imports, worker, database, events, clock },
      account: { requireAdmin: () => Promise.reject(new Error('unexpected')) },
      exercises: { findMany: async () => new Map() },
      storage: {
        async put(_bucket, key) {
          files.add(key)
          await meanwhile()
        },
        delete: async (_bucket, key) => void files.delete(key),
      },
    })
    meanwhile = () => imports.erase(userId)
    await t.rejects(
      service.begin(userId, '', options),
      { code: 'NOT_FOUND' },
      'rejects an import of an erased user',
    )
    meanwhile = async () => {
      for (let count = 0; count < 5; count++) await add(userId)
    }
    await t.rejects(
      service.begin(userId, '', options),
      { code: 'RATE_LIMITED' },
      'rejects an import above the limit',
    )
    t.same([...files], [])
    state.now += 2 * 3_600_000
    t.same((await imports.findOrphanedFiles(clock(), 100)).length, 0, 'stores no entry')
  })
}
