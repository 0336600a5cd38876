import t from 'tap'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import type { App } from '../../../../src/app.js'
import { pathOf, photoApp, photosOf, restore, upload, type Uploaded } from './photo-app.js'

async function uploads(app: App, account: TestUser, count: number): Promise<Uploaded[]> {
  const all: Uploaded[] = []
  while (all.length < count) all.push(await upload(app, account))
  return all
}

const idsOf = async (app: App, account: TestUser) =>
  (await photosOf(app, account)).profilePhotos.map(({ id }) => id)

t.test('makes a restored photo the newest, and archives the oldest active one', async t => {
  const { app, person, files } = await photoApp(t)
  const all = await uploads(app, person, 6)
  const [first, second, ...others] = all.map(({ assetId }) => assetId)

  const { data } = await restore(app, person, first!)
  const { assetId: id, fileKey, fileName, contentType, size, uploadedAt } = all[0]!
  t.match(data?.restoreProfilePhoto?.profilePhoto, { id, fileKey, fileName, contentType, size, uploadedAt })
  t.equal((await app.inject(pathOf(data?.restoreProfilePhoto?.profilePhoto.url ?? ''))).statusCode, 200)

  const { profileImageFileKey } = await photosOf(app, person)
  t.same(await idsOf(app, person), [first, ...others.reverse()])
  t.equal(profileImageFileKey, fileKey)
  t.equal((await files()).length, 6)

  await restore(app, person, second!)
  t.equal((await idsOf(app, person))[0], second, 'the archived photo can be restored, too')
})

t.test('shows the restored photo to other users', async t => {
  const { app, person } = await photoApp(t)
  const [first] = await uploads(app, person, 6)
  await restore(app, person, first!.assetId)
  const query = 'query ($id: ID!) { user(id: $id) { profilePhotoUrl profilePhotoUploadedAt } }'
  const { data } = await queryGraphQL<{ user: Record<string, string> }>(
    app,
    query,
    { id: person.id },
    await signUp(app),
  )
  t.match(data?.user.profilePhotoUrl, first?.fileKey)
  t.equal(data?.user.profilePhotoUploadedAt, first?.uploadedAt)
})

t.test('keeps a restored photo the newest until the next upload', async t => {
  const { app, person } = await photoApp(t)
  const [first] = await uploads(app, person, 6)
  await restore(app, person, first!.assetId)
  const [newest] = await uploads(app, person, 1)
  t.same((await idsOf(app, person)).slice(0, 2), [newest?.assetId, first?.assetId])
})

t.test('changes nothing if an active photo is restored', async t => {
  const { app, person } = await photoApp(t)
  const [oldest] = await uploads(app, person, 5)
  const before = await photosOf(app, person)
  const { data } = await restore(app, person, oldest!.assetId)
  t.equal(data?.restoreProfilePhoto?.profilePhoto.id, oldest?.assetId)
  const strip = ({ profilePhotos, ...me }: typeof before) => [
    me,
    profilePhotos.map(({ url, ...photo }) => photo),
  ]
  t.same(strip(await photosOf(app, person)), strip(before))
})

t.test('responds with NOT_FOUND for photos of other users and unknown ids', async t => {
  const { app, person } = await photoApp(t)
  const stranger = await signUp(app)
  const all = await uploads(app, person, 6)
  for (const { assetId } of [all[0]!, all[5]!]) {
    const response = await restore(app, stranger, assetId)
    t.equal(errorCodeOf(response), 'NOT_FOUND')
    t.same(response.data, { restoreProfilePhoto: null })
    t.same(response.errors?.[0]?.path, ['restoreProfilePhoto'])
  }
  t.equal(errorCodeOf(await restore(app, person, 'f'.repeat(24))), 'NOT_FOUND')
  t.same(await idsOf(app, stranger), [])
  t.equal((await idsOf(app, person))[0], all[5]?.assetId)
})

t.test('rejects malformed ids and requests without a token', async t => {
  const { app, person } = await photoApp(t)
  for (const id of ['', 'x', 'f'.repeat(23), 'f'.repeat(25), 'g'.repeat(24)])
    t.equal(errorCodeOf(await restore(app, person, id)), 'BAD_USER_INPUT', id)
  const anonymous = { headers: {} } as TestUser
  t.equal(errorCodeOf(await restore(app, anonymous, 'f'.repeat(24))), 'UNAUTHENTICATED')
})
