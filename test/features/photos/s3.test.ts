import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { secret } from '../../exif.js'
import type { Settings } from '../../helper.js'
import { s3Server } from '../../platform/files/s3-server.js'
import { photoApp, photoPart, photosOf, post, restore, upload } from './photo-app.js'

/** An app that stores in a bucket. */
async function bucketApp(t: Test, more: Settings = {}) {
  const { endpoint, credentials, stop, behave, seen } = await s3Server(t, ['the-users', 'the-app'])
  const settings = {
    OBJECT_STORAGE_PROVIDER: 'S3',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    S3_BUCKET_USER_ASSETS: 'the-users',
    S3_BUCKET_APP_ASSETS: 'the-app',
    ...more,
  }
  return { ...(await photoApp(t, { settings })), stop, behave, seen, bucket: `${endpoint}/the-users` }
}

t.test('photos in a bucket: upload, read, restore', async t => {
  const { app, person, bucket } = await bucketApp(t)
  const first = await upload(app, person)
  t.ok(first.uploadUrl.startsWith(`${bucket}/${first.fileKey}?`))
  for (let count = 0; count < 5; count++) await upload(app, person)
  t.equal((await photosOf(app, person)).profilePhotos.length, 5)

  const { data } = await restore(app, person, first.assetId)
  for (const url of [first.uploadUrl, data?.restoreProfilePhoto?.profilePhoto.url ?? '']) {
    const response = await fetch(url)
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'image/jpeg')
    const bytes = Buffer.from(await response.arrayBuffer())
    t.equal(bytes.length, first.size)
    t.notOk(bytes.includes(secret))
  }
  t.equal((await photosOf(app, person)).profileImageFileKey, first.fileKey)
})

t.test('with a bucket the service has no signed addresses of its own', async t => {
  const { app } = await bucketApp(t)
  const answer = await app.inject('/api/storage/signed/user-assets/a.jpg?token=x')
  t.equal(answer.statusCode, 404)
  t.match(answer.json(), { success: false, error: { code: 'NOT_FOUND' } })
})

t.test('while the bucket is away the service is not ready, and an upload leaves nothing', async t => {
  const { app, person, folder, stop } = await bucketApp(t)
  t.equal((await app.inject('/health/ready')).statusCode, 200)
  await stop()

  const ready = await app.inject('/health/ready')
  t.equal(ready.statusCode, 503)
  t.match(ready.json(), { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Cannot reach: storage.' })
  t.equal((await app.inject('/health/live')).statusCode, 200)

  const answer = await post(app, person, [photoPart()])
  t.equal(answer.statusCode, 503)
  t.match(answer.json(), { success: false, error: { code: 'SERVICE_UNAVAILABLE' } })
  t.match(answer.headers['retry-after'], /^\d+$/)
  t.same(await photosOf(app, person), { profileImageFileKey: null, profilePhotos: [] })
  t.same(await readdir(join(folder, '.incoming')), [], 'nothing temporary is left')
})

for (const [what, answer, settings] of [
  ['hangs', 'hang', { REQUEST_TIMEOUT: '300ms' }],
  ['fails for longer than the request has time', 500, { REQUEST_TIMEOUT: '300ms' }],
  ['does not know our keys any more', 403, {}],
  ['has lost the bucket', 404, {}],
] as const)
  t.test(`a bucket that ${what} is a passing failure, in the time of the request`, async t => {
    const { app, person, behave, seen } = await bucketApp(t, settings)
    behave(answer)
    const { statusCode, body } = await post(app, person, [photoPart()])
    t.equal(statusCode, 503, body)
    t.match(JSON.parse(body), { success: false, error: { code: 'SERVICE_UNAVAILABLE' } })
    t.ok(seen.length < 3, 'not again and again')
    behave()
    t.same(await photosOf(app, person), { profileImageFileKey: null, profilePhotos: [] })
  })
