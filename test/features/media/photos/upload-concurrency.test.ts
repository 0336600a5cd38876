import t from 'tap'
import { signUp } from '../../../helper.js'
import { photoApp, photosOf, restore, upload, type Uploaded } from './photo-app.js'

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

t.test('keeps the five newest of successive uploads active', async t => {
  const { app, person, files } = await photoApp(t)
  const uploads = []
  for (let count = 0; count < 7; count++) uploads.push(await upload(app, person))
  const { profilePhotos } = await photosOf(app, person)
  t.same(
    profilePhotos.map(({ id }) => id),
    uploads
      .slice(2)
      .reverse()
      .map(({ assetId }) => assetId),
  )
  t.equal((await files()).length, 7, 'archived photos stay in the storage')
})

t.test('keeps exactly five of twelve concurrent uploads active', async t => {
  const { app, person, files } = await photoApp(t)
  const uploads = await times(12, () => upload(app, person))
  t.equal(new Set(uploads.map(({ fileKey }) => fileKey)).size, 12)

  const { profileImageFileKey, profilePhotos } = await photosOf(app, person)
  t.equal(profilePhotos.length, 5)
  t.equal(new Set(profilePhotos.map(({ id }) => id)).size, 5)
  t.equal(profileImageFileKey, profilePhotos[0]?.fileKey, 'the newest is the profile image')
  t.equal((await files()).length, 12)
})

t.test(
  'keeps five active photos and the newest as profile image after concurrent uploads and restores',
  async t => {
    const { app, person } = await photoApp(t)
    const uploads: Uploaded[] = []
    for (let count = 0; count < 8; count++) uploads.push(await upload(app, person))

    for (let round = 0; round < 5; round++) {
      const restored = times(8, index => restore(app, person, uploads[index]!.assetId))
      const uploaded = times(4, () => upload(app, person))
      const responses = await restored
      await uploaded
      t.ok(
        responses.every(({ data, errors }) => !errors && data?.restoreProfilePhoto?.profilePhoto),
        'responds to every restore',
      )
      const { profileImageFileKey, profilePhotos } = await photosOf(app, person)
      t.equal(profilePhotos.length, 5)
      t.equal(profileImageFileKey, profilePhotos[0]?.fileKey)
    }

    const { profilePhotos } = await photosOf(app, person)
    const listed = profilePhotos.map(({ id }) => id)
    for (const { assetId } of uploads.filter(({ assetId }) => !listed.includes(assetId))) {
      await restore(app, person, assetId)
      const [newest] = (await photosOf(app, person)).profilePhotos
      t.equal(newest?.id, assetId, 'unlisted photos are archived')
    }
  },
)

t.test('limits active photos per user', async t => {
  const { app, person } = await photoApp(t)
  const other = await signUp(app)
  await times(12, index => upload(app, index % 2 === 0 ? person : other))
  for (const one of [person, other]) {
    const { profilePhotos } = await photosOf(app, one)
    t.equal(profilePhotos.length, 5)
    t.ok(profilePhotos.every(({ fileKey }) => fileKey.startsWith(`users/${one.id}/`)))
  }
})
