import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  ResizerEndedError,
  type ResizeJob,
} from '../../../../../src/features/media/assets/variants/image-resizer.js'
import { variantService } from '../../../../../src/features/media/assets/variants/service.js'
import { pendingVariantStore } from '../../../../../src/features/media/assets/variants/pending-variant-store.js'
import { openIncomingFolder } from '../../../../../src/platform/files/incoming-folder.js'
import { localStorage } from '../../../../../src/platform/files/local-storage.js'
import { openTestEmbedded } from '../../../../platform/database/databases.js'
import { newId } from '../../../training/workouts/workouts.js'

const minutes = 60_000

/** Creates a queue of images with a resizer that runs `state.make`. */
async function queue(t: Test) {
  const folder = join(t.testdir(), 'files')
  const database = await openTestEmbedded(t)
  const pendingVariants = pendingVariantStore(database)
  await database.prepare()
  const storage = await localStorage({ basePath: folder, baseUrl: '', secret: 'x'.repeat(32) })
  const incoming = await openIncomingFolder(join(folder, '.incoming'))
  const [made, crashes]: [string[], number[]] = [[], []]
  const state = {
    now: Date.now(),
    isUnavailable: false,
    isThere: true,
    make: async (_job: ResizeJob) => undefined as unknown,
  }
  const variants = variantService({
    ...{ pendingVariants, database, incoming, clock: () => new Date(state.now) },
    storage: {
      ...storage,
      read: async (bucket, key) => {
        if (state.isUnavailable) throw new Error('the storage is unavailable')
        return storage.read(bucket, key)
      },
    },
    resizer: {
      async resize(job) {
        await state.make(job)
        await Promise.all([job.LARGE, job.THUMBNAIL].map(path => writeFile(path, 'small')))
        return { blurHash: 'hash', width: 1080, height: 720 }
      },
      close: () => undefined,
    },
    blurHashHandlers: new Map([
      ['photo', async (_userId: string, assetId: string) => state.isThere && made.push(assetId) > 0],
    ]),
    onCrash: (_error, { attempts }) => crashes.push(attempts),
  })
  return {
    ...{ variants, made, crashes, state, queueState: pendingVariants.state },
    async add(): Promise<string> {
      const [userId, assetId] = [newId(), newId()]
      const fileKey = `users/${userId}/photo/${randomUUID()}.jpg`
      const path = incoming.temporaryPath()
      await writeFile(path, 'large')
      await storage.put('user-assets', fileKey, path, 'image/jpeg')
      await pendingVariants.add({ id: newId(), userId, assetId, fileKey }, new Date(state.now))
      return assetId
    },
    /** Returns the extensions of all files, including temporary ones. */
    async files() {
      const all = await readdir(folder, { recursive: true, withFileTypes: true })
      return all
        .filter(file => file.isFile())
        .map(({ name }) => name.replace(/^[\w-]+/, ''))
        .sort()
    },
  }
}

const whole = ['.jpg', '.large.webp', '.thumbnail.webp']

t.test('gives up an image that crashes the process repeatedly, and processes the others', async t => {
  const { variants, made, crashes, state, add, files } = await queue(t)
  await add()
  let isFirst = true
  state.make = async () => {
    if (isFirst) throw new ResizerEndedError('crash')
  }
  await variants.run()
  isFirst = false
  const other = await add()
  await variants.run()
  t.same([made, crashes], [[other], [1]], 'does not retry the crashed image yet')
  for (const time of [2, 3, 4, 5]) {
    isFirst = true
    state.now += 2 * minutes
    await variants.run()
    t.same(crashes, [1, 2, 3].slice(0, time))
  }
  t.same(await files(), ['.jpg', ...whole].sort())
})

t.test('gives up no image while the storage is unavailable', async t => {
  const { variants, made, crashes, state, queueState, add, files } = await queue(t)
  const ids = [await add(), await add()]
  state.isUnavailable = true
  for (let time = 0; time < 5; time++)
    await t.rejects(variants.run(), { message: 'the storage is unavailable' })
  t.match(await queueState(), { length: 2, lastFailure: { reason: 'the storage is unavailable' } })
  state.isUnavailable = false
  await variants.run()
  t.match(await queueState(), { length: 0, lastFailure: null })
  t.same([made.sort(), crashes], [ids.sort(), []])
  t.same(await files(), [...whole, ...whole].sort())
})

t.test('removes the sizes of photos that were deleted in the meantime', async t => {
  const { variants, state, add, files } = await queue(t)
  await add()
  state.isThere = false
  await variants.run()
  t.same(await files(), ['.jpg'], 'the original is not deleted')
  state.isThere = true
  await variants.run()
  t.same(await files(), ['.jpg'])
})

t.test('leaves unfinished images to the next start', async t => {
  const { variants, made, crashes, state, add } = await queue(t)
  await add()
  await add()
  state.make = async () => {
    variants.close()
    throw new ResizerEndedError('closed')
  }
  await variants.run()
  t.same([made, crashes], [[], []])
})

t.test('runs once more if it is called during a run', async t => {
  const { variants, made, state, add } = await queue(t)
  await add()
  let late = ''
  state.make = async () => {
    if (late !== '') return
    late = await add()
    void variants.run()
  }
  await variants.run()
  t.ok(made.includes(late))
})
