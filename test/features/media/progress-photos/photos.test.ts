import sharp from 'sharp'
import t from 'tap'
import { createPseudonym } from '../../../../src/features/people/audit/service.js'
import { queryGraphQL, errorCodeOf, signUp, type TestUser } from '../../../helper.js'
import { s3Server } from '../../../platform/files/s3-server.js'
import { pathOf } from '../photos/photo-app.js'
import { changes } from '../../portability/sync/device.js'
import { newId } from '../../training/workouts/workouts.js'
import { consent, list, post, progressApp, remove, upload } from './helpers.js'

const picture = (color: string) =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

t.test('lists photos newest first, by pose, in pages', async t => {
  const { app, person } = await progressApp(t)
  const poses = ['FRONT', 'SIDE', 'BACK', 'FRONT', 'FRONT'] as const
  // The days are not in order, and two are equal.
  const days = [3, 1, 4, 2, 3]
  for (const [at, pose] of poses.entries())
    await upload(app, person, { pose, takenAt: `2026-05-0${days[at]}T12:00:00.000Z`, notes: `${at}` })
  const all = await list(app, person)
  t.equal(all.page?.totalCount, 5)
  const order = all.photos.map(({ notes }) => notes)
  t.same([order[0], order.slice(1, 3).sort(), order[3], order[4]], ['2', ['0', '4'], '3', '1'])

  const found: (string | null)[] = []
  for (let after: string | null = null; ;) {
    const { page, photos } = await list(app, person, { first: 2, after })
    found.push(...photos.map(({ notes }) => notes))
    after = page?.pageInfo.endCursor ?? null
    if (photos.length < 2) break
  }
  t.same(found, order)
  const front = await list(app, person, { pose: 'FRONT' })
  t.same(
    [front.page?.totalCount, front.photos.map(({ takenAt }) => takenAt.slice(8, 10))],
    [null, ['03', '03', '02']],
  )
  t.equal(errorCodeOf((await list(app, person, { first: 101 })).answer), 'BAD_USER_INPUT')
})

t.test('adds a photo, its smaller sizes and its deletion to the feed', async t => {
  const { app, person, files } = await progressApp(t)
  const { cursor } = await changes(app, person, null)
  const { assetId: id } = await upload(app, person, {}, { content: await picture('#204060') })
  const first = await changes(app, person, cursor)
  t.match(first.changes, [
    { type: 'PROGRESS_PHOTO', recordId: id, version: 1, deletedAt: null, record: { id } },
  ])
  await app.features.services.assets.makeVariants()
  const second = await changes(app, person, first.cursor)
  t.match(second.changes, [{ type: 'PROGRESS_PHOTO', recordId: id, version: 1, record: { version: 1 } }])
  const photo = (await list(app, person)).photos[0]!
  t.ok(photo.blurHash)
  t.match(await sharp((await app.inject(pathOf(photo.large))).rawPayload).metadata(), {
    width: 1080,
    height: 810,
  })
  t.equal((await files()).length, 3)

  t.match((await remove(app, person, id, 7)).data?.deleteProgressPhoto, {
    ...{ conflict: 'VERSION', version: 1, deletedAt: null },
    record: { id, version: 1, pose: null },
  })
  t.match((await remove(app, person, id, 1)).data?.deleteProgressPhoto, {
    conflict: null,
    version: 2,
    record: null,
  })
  await app.features.services.assets.sweep()
  t.same(await files(), [], 'deletes the files of all sizes')
  t.match((await changes(app, person, second.cursor)).changes, [
    { type: 'PROGRESS_PHOTO', recordId: id, version: 2, record: null },
  ])
  t.equal((await app.inject(pathOf(photo.large))).statusCode, 404)
  t.match(
    (await remove(app, person, id)).data?.deleteProgressPhoto,
    { conflict: null, version: 2 },
    'a repeated deletion changes nothing',
  )
})

t.test('deletes no photos of other users, and deletes by sync like by mutation', async t => {
  const { app, person, files } = await progressApp(t)
  const { assetId: id } = await upload(app, person)
  const stranger = await signUp(app)
  t.match((await remove(app, stranger, id)).data?.deleteProgressPhoto, { conflict: 'ID_TAKEN', record: null })
  t.equal((await list(app, person)).photos.length, 1)
  const sync = (operations: object[]) =>
    queryGraphQL<{ sync: { results: object[] } }>(
      app,
      `mutation ($operations: [SyncOperation!]!) { sync(operations: $operations) {
        results { recordId status version conflict record { id } }
      } }`,
      { operations },
      person,
    )
  const unknown = newId()
  const deletions = [{ id, expectedVersion: 1 }, { id }, { id: unknown }]
  const { data } = await sync(deletions.map(deleteProgressPhoto => ({ deleteProgressPhoto })))
  t.match(data?.sync.results, [
    { recordId: id, status: 'APPLIED', version: 2, conflict: null, record: null },
    { recordId: id, status: 'UNCHANGED', version: 2 },
    { recordId: unknown, status: 'UNCHANGED', version: null },
  ])
  await app.features.services.assets.sweep()
  t.same(await files(), [])
})

t.test('leaves no smaller sizes of a photo that is deleted before they are created', async t => {
  const { app, person, files } = await progressApp(t)
  const content = await picture('#604020')
  const ids = [await upload(app, person, {}, { content }), await upload(app, person, {}, { content })]
  const making = app.features.services.assets.makeVariants()
  for (const { assetId } of ids) await remove(app, person, assetId)
  await making
  await app.features.services.assets.sweep()
  await app.features.services.assets.makeVariants()
  t.same(await files(), [])
})

t.test('uploads, resizes and deletes in a bucket, and stores nothing while it is unavailable', async t => {
  const { endpoint, credentials, behave, objects } = await s3Server(t, ['the-users', 'the-app'])
  const settings = {
    ...{ OBJECT_STORAGE_PROVIDER: 'S3', S3_ENDPOINT: endpoint },
    ...{ S3_ACCESS_KEY_ID: credentials.accessKeyId, S3_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    ...{ S3_BUCKET_USER_ASSETS: 'the-users', S3_BUCKET_APP_ASSETS: 'the-app', REQUEST_TIMEOUT: '3s' },
  }
  const { app, person } = await progressApp(t, { settings })
  behave(500)
  t.equal((await post(app, person)).statusCode, 503)
  behave()
  t.same((await list(app, person)).photos, [])

  const { assetId } = await upload(app, person, {}, { content: await picture('#00ff00') })
  await app.features.services.assets.makeVariants()
  const photo = (await list(app, person)).photos[0]!
  for (const [url, type] of [
    [photo.url, 'image/jpeg'],
    [photo.large, 'image/webp'],
  ] as const) {
    const response = await fetch(url)
    t.same([response.status, response.headers.get('content-type')], [200, type])
  }
  t.equal(objects.size, 3)
  await remove(app, person, assetId)
  behave(500)
  await t.rejects(app.features.services.assets.sweep(), 'not now')
  behave()
  await app.features.services.assets.sweep()
  t.equal(objects.size, 0)
})

t.test('erases all progress photos of an account', async t => {
  const { app, person, files } = await progressApp(t)
  const other: TestUser = await signUp(app)
  await consent(app, other)
  await upload(app, person, {}, { content: await picture('#ff0000') })
  const kept = await upload(app, other)
  await app.features.services.assets.makeVariants()
  for (const { userData } of app.features.modules.toReversed())
    await userData?.erase(person.id, createPseudonym())
  const stem = `user-assets/${kept.fileKey.replace('.jpg', '')}`
  t.ok((await files()).every(file => file.startsWith(stem)))
  t.same((await list(app, person)).photos, [])
  t.equal((await post(app, person)).statusCode, 403, 'the consent is erased')
  t.equal((await list(app, other)).photos.length, 1)
})
