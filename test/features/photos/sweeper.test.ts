import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { openDatabase } from '../../../src/platform/database/open.js'
import { photoStore } from '../../../src/features/photos/store.js'
import { build, logIn, signUp, throwaway, type Person } from '../../helper.js'
import { photosOf, upload } from './photo-app.js'

const minutes = 60 * 1000
const hours = 60 * minutes

/** A service that ended in the middle of an upload: its folder and database, and who was there. */
async function crashed(t: Test, startedAt: Date) {
  const folder = join(t.testdir(), 'data')
  const settings = throwaway(t, { DATA_PATH: folder })
  const first = await build(t, { settings })
  const person = await signUp(first)
  const kept = await upload(first, person)
  await first.close()

  const database = await openDatabase({
    mongodbUri: settings.MONGODB_URI,
    folder: join(folder, 'database'),
  })
  const photos = photoStore(database)
  const id = photos.newId()
  const fileKey = `users/${person.id}/profile-picture/left.jpg`
  await photos.begin({ id, userId: person.id, fileKey }, startedAt)
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
    /** The service, started again, and its sweeper done. */
    async restart(clock: () => Date = () => new Date()) {
      const app = await build(t, { settings, clock })
      await app.features.services.photos.sweep()
      const { accessToken } = await logIn(app, person.email, person.password)
      const again: Person = { ...person, headers: { authorization: `Bearer ${accessToken}` } }
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

t.test('what a crash has left of an upload is gone after the next start', async t => {
  const { kept, restart } = await crashed(t, new Date(Date.now() - hours - minutes))
  const { photos, stored, incoming } = await restart()
  t.same(photos, ['me.jpg'])
  t.same(stored, [kept.fileKey.split('/').at(-1)])
  t.same(incoming, [])
})

t.test('an upload that may still be under way is left alone, until an hour has passed', async t => {
  const { kept, restart } = await crashed(t, new Date())
  const young = await restart()
  t.same(young.photos, ['me.jpg'])
  t.same(young.stored.length, 2)
  t.same(young.incoming, ['left'])
  await young.close()

  const later = await restart(() => new Date(Date.now() + hours + minutes))
  t.same(later.photos, ['me.jpg'])
  t.same(later.stored, [kept.fileKey.split('/').at(-1)])
  t.same(later.incoming, [])
})
