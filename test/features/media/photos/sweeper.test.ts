import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase } from '../../../../src/platform/database/open-database.js'
import { unfinishedUploadStore } from '../../../../src/features/media/assets/store.js'
import { photoStore } from '../../../../src/features/media/photos/store.js'
import { unfinishedUploadsJob } from '../../../../src/features/media/assets/unfinished-uploads-job.js'
import { openIncomingFolder } from '../../../../src/platform/files/incoming-folder.js'
import { localStorage } from '../../../../src/platform/files/local-storage.js'
import { openTestEmbedded } from '../../../platform/database/databases.js'
import { build, logIn, signUp, isolatedSettings, temporaryPath, type TestUser } from '../../../helper.js'
import { photosOf, restore, upload } from './photo-app.js'

const minutes = 60 * 1000
const hours = 60 * minutes

/** Creates the data of a service that crashed during an upload. @returns a function that restarts the service */
async function createInterruptedUpload(t: Test, startedAt: Date) {
  const folder = temporaryPath()
  const settings = isolatedSettings(t, { DATA_PATH: folder })
  const first = await build(t, { settings })
  const user = await signUp(first)
  const kept = await upload(first, user)
  await first.close()

  const database = await openDatabase({
    mongodbUri: settings.MONGODB_URI,
    folder: join(folder, 'database'),
  })
  const assets = unfinishedUploadStore(database)
  const id = assets.newId()
  const fileKey = `users/${user.id}/profile-picture/left.jpg`
  await assets.add({ id, userId: user.id, fileKey }, startedAt)
  await database.close()

  const storage = join(folder, 'storage')
  const file = join(storage, 'user-assets', fileKey)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'x')
  const temporary = join(storage, '.incoming', 'left')
  await writeFile(temporary, 'x')
  await utimes(temporary, startedAt, startedAt)

  return {
    settings,
    kept,
    /** Restarts the service and waits for the sweeper. */
    async restart(clock: () => Date = () => new Date()) {
      const app = await build(t, { settings, clock })
      await app.features.services.assets.sweep()
      const { accessToken } = await logIn(app, user.email, user.password)
      const again: TestUser = { ...user, headers: { authorization: `Bearer ${accessToken}` } }
      const { profilePhotos } = await photosOf(app, again)
      return {
        photos: profilePhotos.map(photo => photo.fileName),
        stored: (await readdir(dirname(file))).sort(),
        incoming: await readdir(dirname(temporary)),
        close: () => app.close(),
      }
    },
  }
}

t.test('deletes the files of an upload that a crash interrupted after the next start', async t => {
  const { kept, restart } = await createInterruptedUpload(t, new Date(Date.now() - hours - minutes))
  const { photos, stored, incoming } = await restart()
  t.same(photos, ['me.jpg'])
  t.same(stored, [kept.fileKey.split('/').at(-1)])
  t.same(incoming, [])
})

t.test('keeps uploads that may still be in progress in another process', async t => {
  const { kept, restart } = await createInterruptedUpload(t, new Date())
  const restarted = await restart()
  t.same(restarted.photos, ['me.jpg'])
  const alone = isolatedSettings(t).MONGODB_URI === undefined
  t.same(restarted.stored.length, alone ? 1 : 2)
  t.same(restarted.incoming, alone ? [] : ['left'])
  await restarted.close()

  const later = await restart(() => new Date(Date.now() + hours + minutes))
  t.same(later.photos, ['me.jpg'])
  t.same(later.stored, [kept.fileKey.split('/').at(-1)])
  t.same(later.incoming, [])
})

/** Creates a sweeper, and uploads that began long ago and were never completed. */
async function createUnfinishedUploads(t: Test, count: number) {
  const assets = unfinishedUploadStore(await openTestEmbedded(t))
  const userId = assets.newId()
  const folder = t.testdir()
  const storage = await localStorage({ basePath: folder, baseUrl: '', secret: 'x'.repeat(32) })
  const keys = Array.from({ length: count }, (_, index) => `users/${userId}/${index}.jpg`)
  for (const fileKey of keys) await assets.add({ id: assets.newId(), userId, fileKey }, new Date(0))
  const seen: string[] = []
  const sweep = unfinishedUploadsJob({
    assets,
    incoming: await openIncomingFolder(join(folder, '.incoming')),
    async discard({ id, fileKey }) {
      seen.push(fileKey)
      await storage.delete('user-assets', fileKey)
      await assets.remove(id)
    },
    soleInstanceSince: undefined,
    clock: () => new Date(),
    isClosed: () => false,
  })
  const unfinished = async () => (await assets.findBefore(new Date(), 1000)).map(({ fileKey }) => fileKey)
  return { keys, seen, sweep, unfinished, path: (key: string) => join(folder, 'user-assets', key) }
}

t.test('processes all unfinished uploads in one run, and continues after failures', async t => {
  const { keys, sweep, unfinished, path } = await createUnfinishedUploads(t, 250)
  const [first, undeletable, last] = [keys[0]!, keys[120]!, keys.at(-1)!]
  await mkdir(path(undeletable), { recursive: true })
  for (const key of [first, last]) await writeFile(path(key), 'x')
  await t.rejects(sweep(), { name: 'AggregateError', errors: { length: 1 } })
  t.same(await unfinished(), [undeletable])
  t.same(await readdir(dirname(path(first))), ['120.jpg'])
})

t.test('ends a run in which no file can be deleted', async t => {
  const { keys, seen, sweep, unfinished, path } = await createUnfinishedUploads(t, 30)
  for (const key of keys) await mkdir(path(key), { recursive: true })
  await t.rejects(sweep(), { name: 'AggregateError', errors: { length: 10 } })
  t.equal(seen.length, 10)
  t.equal((await unfinished()).length, 30)
})

t.test('archives surplus active photos when they are read or one is restored', async t => {
  const settings = isolatedSettings(t)
  const first = await build(t, { settings })
  const user = await signUp(first)
  for (let count = 0; count < 5; count++) await upload(first, user, { fileName: `${count}.jpg` })
  await first.close()

  const database = await openDatabase({
    mongodbUri: settings.MONGODB_URI,
    folder: join(settings.DATA_PATH!, 'database'),
  })
  const photos = photoStore(database)
  const ids: string[] = []
  for (const sequence of [-1, -2, -3]) {
    const id = photos.newId()
    ids.push(id)
    const fileKey = `users/${user.id}/profile-picture/old${sequence}.jpg`
    const rest = {
      contentType: 'image/jpeg',
      size: 1,
      uploadedAt: new Date(),
      blurHash: null,
      archived: false,
    }
    const photo = { id, userId: user.id, fileKey, fileName: `old${sequence}.jpg`, ...rest }
    await photos.insert({ photo, sequence })
  }
  await database.close()

  const app = await build(t, { settings })
  const { accessToken } = await logIn(app, user.email, user.password)
  const again: TestUser = { ...user, headers: { authorization: `Bearer ${accessToken}` } }
  const names = async () => (await photosOf(app, again)).profilePhotos.map(({ fileName }) => fileName)
  const { data } = await restore(app, again, ids[2]!)
  t.equal(data?.restoreProfilePhoto?.profilePhoto.fileName, 'old-3.jpg')
  t.same(await names(), ['old-3.jpg', '4.jpg', '3.jpg', '2.jpg', '1.jpg'])
})
