import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openEvents } from '../../../src/platform/events/events.js'
import { incomingFolder } from '../../../src/platform/files/incoming.js'
import { localStorage } from '../../../src/platform/files/local-storage.js'
import type { ProfilePhoto } from '../../../src/features/photos/models.js'
import { photoService } from '../../../src/features/photos/service.js'
import { photoStore } from '../../../src/features/photos/store.js'
import { openTestEmbedded } from '../../platform/database/databases.js'
import { build as buildApp, signUp } from '../../helper.js'
import { jpeg } from '../../images.js'

const hour = 60 * 60 * 1000

/** The service on real stores, each step of which can be made to fail. */
async function build(t: Test) {
  const folder = t.testdir()
  const failing = new Set<string>()
  const breakable = <T extends object>(service: T): T =>
    new Proxy(service, {
      get: (target, name, receiver): unknown =>
        failing.has(String(name))
          ? async () => Promise.reject(new Error(`${String(name)} fails`))
          : Reflect.get(target, name, receiver),
    })

  const app = await buildApp(t)
  const { id } = await signUp(app)
  const { users } = app.features.services
  const database = await openTestEmbedded(t)
  const storage = await localStorage({ basePath: folder, baseUrl: '', secret: 'x'.repeat(32) })
  const incoming = await incomingFolder(join(folder, '.incoming'))
  let now = new Date()
  const photos = photoService({
    photos: breakable(photoStore(database)),
    users: breakable(users),
    storage: breakable(storage),
    incoming,
    events: openEvents(undefined, () => undefined),
    allowedExtensions: ['jpg'],
    urlLifetime: hour,
    clock: () => now,
  })

  return {
    id,
    photos,
    failing,
    async upload() {
      const path = incoming.temporaryPath()
      await writeFile(path, jpeg())
      return photos.upload(id, { path, fileName: 'a.jpg', declaredType: 'image/jpeg' })
    },
    /** All that an upload changes. */
    state: async () => ({
      active: (await photos.list(id)).map(photo => photo.id),
      image: (await users.get(id)).profileImage?.fileKey,
      files: (await readdir(join(folder, 'user-assets'), { recursive: true })).sort(),
    }),
    setTime: (time: number) => (now = new Date(time)),
  }
}

for (const step of ['begin', 'put', 'nextPhotoSequence', 'insert', 'setProfileImage', 'end']) {
  t.test(`an upload whose step "${step}" fails leaves everything as it was`, async t => {
    const { failing, upload, state } = await build(t)
    for (let count = 0; count < 5; count++) await upload()
    const before = await state()
    failing.add(step)
    await t.rejects(upload(), { message: `${step} fails` })
    failing.clear()
    t.same(await state(), before)
  })
}

for (const step of ['delete', 'active', 'replaceProfileImage', 'end']) {
  t.test(`what cannot be undone since "${step}" fails, the sweeper undoes later`, async t => {
    const { failing, upload, state, photos, setTime } = await build(t)
    for (let count = 0; count < 5; count++) await upload()
    const before = await state()
    failing.add(step).add('end')
    await t.rejects(upload())
    failing.clear()
    setTime(Date.now() + hour + 1000)
    await photos.sweep()
    t.same(await state(), before)
  })
}

t.test('an upload after which archiving fails is in; the next one archives what is too many', async t => {
  const { failing, upload, state } = await build(t)
  const all: ProfilePhoto[] = []
  for (let count = 0; count < 5; count++) all.push(await upload())
  failing.add('archive')
  all.push(await upload())
  failing.clear()
  const newest = () =>
    all
      .slice(-5)
      .reverse()
      .map(({ id }) => id)
  t.same((await state()).active, newest())
  all.push(await upload())
  t.same((await state()).active, newest())
})

for (const step of ['archive', 'setProfileImage']) {
  t.test(`a restore whose step "${step}" failed is completed by the next try`, async t => {
    const { id, failing, upload, state, photos } = await build(t)
    const first = await upload()
    for (let count = 0; count < 5; count++) await upload()
    failing.add(step)
    await t.rejects(photos.restore(id, first.id))
    failing.clear()
    await photos.restore(id, first.id)
    const { active, image } = await state()
    t.same([active[0], image], [first.id, first.fileKey])
  })
}
