import { basename, join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import type { App } from '../../../../src/app.js'
import { minutes } from '../../../../src/lib/quantities.js'
import {
  queryGraphQL,
  build,
  errorCodeOf,
  logIn,
  signUp,
  isolatedSettings,
  type TestUser,
} from '../../../helper.js'
import {
  breakFolder,
  pathOf,
  photoApp,
  photoPart,
  photosOf,
  post,
  restore,
  upload,
  failBeforeResponse,
  type ListedPhoto,
  type Uploaded,
} from './photo-app.js'

interface Payload {
  recordId: string
  user: { profileImageFileKey: string | null; profilePhotos: ListedPhoto[] }
}

const remove = (app: App, account: Pick<TestUser, 'headers'> | undefined, id: string) =>
  queryGraphQL<{ deleteProfilePhoto: Payload | null }>(
    app,
    `mutation ($id: ID!) {
      deleteProfilePhoto(input: { id: $id }) { recordId user { profileImageFileKey profilePhotos { id } } }
    }`,
    { id },
    account,
  )

async function uploads(app: App, account: TestUser, count: number): Promise<Uploaded[]> {
  const all: Uploaded[] = []
  while (all.length < count) all.push(await upload(app, account))
  return all
}

const idsOf = async (app: App, account: TestUser) =>
  (await photosOf(app, account)).profilePhotos.map(({ id }) => id)

t.test('makes the newest remaining active photo the profile image after a deletion', async t => {
  const { app, person, files } = await photoApp(t)
  const [first, second, third] = (await uploads(app, person, 3)) as [Uploaded, Uploaded, Uploaded]
  const { data } = await remove(app, person, third.assetId)
  t.match(data?.deleteProfilePhoto, {
    recordId: third.assetId,
    user: {
      profileImageFileKey: second.fileKey,
      profilePhotos: [{ id: second.assetId }, { id: first.assetId }],
    },
  })
  t.match(await remove(app, person, first.assetId), {
    data: { deleteProfilePhoto: { user: { profileImageFileKey: second.fileKey } } },
  })
  t.match(await remove(app, person, second.assetId), {
    data: { deleteProfilePhoto: { user: { profileImageFileKey: null, profilePhotos: [] } } },
  })
  const other = await queryGraphQL<{ user: { profilePhotoUrl: string | null } }>(
    app,
    'query ($id: ID!) { user(id: $id) { profilePhotoUrl } }',
    { id: person.id },
    await signUp(app),
  )
  t.same(other.data?.user, { profilePhotoUrl: null }, 'other users see no photo')
  await app.features.services.assets.sweep()
  t.same(await files(), [])
})

t.test('deletes the record, the file and its smaller sizes', async t => {
  const { app, person, files } = await photoApp(t)
  const content = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#204060' } })
    .jpeg()
    .toBuffer()
  const { assetId, uploadUrl } = await upload(app, person, { content })
  await app.features.services.assets.makeVariants()
  t.equal((await files()).length, 3)
  await remove(app, person, assetId)
  await app.features.services.assets.sweep()
  t.same(await files(), [])
  t.equal((await app.inject(pathOf(uploadUrl))).statusCode, 404)
  t.equal(errorCodeOf(await restore(app, person, assetId)), 'NOT_FOUND')
  t.equal(errorCodeOf(await queryGraphQL(app, `{ node(id: "${assetId}") { id } }`, {}, person)), 'NOT_FOUND')
})

t.test('deletes all files of a photo that is deleted before its smaller sizes are created', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const content = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#602040' } })
    .jpeg()
    .toBuffer()
  const { assetId } = await upload(app, person, { content })
  await remove(app, person, assetId)
  await app.features.services.assets.makeVariants()
  await app.features.services.assets.sweep()
  await isEmpty('deleted at once')
})

t.test('deletes an archived photo without changing the active ones and the profile image', async t => {
  const { app, person, files } = await photoApp(t)
  const all = await uploads(app, person, 6)
  const before = await photosOf(app, person)
  const { data } = await remove(app, person, all[0]!.assetId)
  t.equal(data?.deleteProfilePhoto?.user.profileImageFileKey, all[5]!.fileKey)
  const ids = before.profilePhotos.map(({ id }) => id)
  t.same(await idsOf(app, person), ids)
  t.equal(errorCodeOf(await restore(app, person, all[0]!.assetId)), 'NOT_FOUND')
  await app.features.services.assets.sweep()
  t.equal((await files()).length, 5)
})

t.test('keeps archived photos archived after a deletion and a failed upload', async t => {
  const settings = isolatedSettings(t)
  const first = await build(t, { settings })
  const account = await signUp(first)
  const all = await uploads(first, account, 6)
  await remove(first, account, all[5]!.assetId)
  const four = all.slice(1, 5).map(({ assetId }) => assetId)
  t.same(await idsOf(first, account), four.toReversed())

  // An upload that is stored without a response is reverted at the next start.
  failBeforeResponse(first)
  t.equal((await post(first, account, [photoPart()])).statusCode, 500)
  await first.close()
  const later = settings.MONGODB_URI === undefined ? 0 : 2 * minutes
  const app = await build(t, { settings, clock: () => new Date(Date.now() + later) })
  const { accessToken } = await logIn(app, account.email, account.password)
  const again = { ...account, headers: { authorization: `Bearer ${accessToken}` } }
  t.same(await idsOf(app, again), four.toReversed())
})

t.test('allows repeating a deletion, and deletes no photos of other users', async t => {
  const { app, person, files } = await photoApp(t)
  const [first, second] = (await uploads(app, person, 2)) as [Uploaded, Uploaded]
  const stranger = await signUp(app)
  for (const id of [first.assetId, 'f'.repeat(24)])
    t.match(await remove(app, stranger, id), {
      data: { deleteProfilePhoto: { recordId: id, user: { profileImageFileKey: null, profilePhotos: [] } } },
    })
  t.same(await idsOf(app, person), [second.assetId, first.assetId])
  const once = await remove(app, person, second.assetId.toUpperCase())
  t.match(once, { data: { deleteProfilePhoto: { recordId: second.assetId } } })
  t.same(await remove(app, person, second.assetId), once)
  t.same(await idsOf(app, person), [first.assetId])
  await app.features.services.assets.sweep()
  t.equal((await files()).length, 1)

  t.equal(errorCodeOf(await remove(app, person, 'x')), 'BAD_USER_INPUT')
  t.equal(errorCodeOf(await remove(app, undefined, first.assetId)), 'UNAUTHENTICATED')
})

t.test('deletes files in a later sweep if they cannot be deleted at once', async t => {
  const { app, person, folder, files } = await photoApp(t)
  const { assetId, fileKey } = await upload(app, person)
  const repair = await breakFolder(join(folder, 'storage', 'user-assets'))
  t.match(await remove(app, person, assetId), { data: { deleteProfilePhoto: { recordId: assetId } } })
  t.same(await idsOf(app, person), [])
  await app.features.services.assets.sweep().catch(() => undefined)
  t.ok((await files()).some(file => file.endsWith(basename(fileKey))))
  await repair()
  await app.features.services.assets.sweep()
  t.same(await files(), [])
})
