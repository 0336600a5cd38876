import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildApp } from '../../../../src/app.js'
import { loadConfig } from '../../../../src/config.js'
import { ConfigError } from '../../../../src/errors.js'
import { hours } from '../../../../src/lib/quantities.js'
import { build, isolatedSettings, type Settings } from '../../../helper.js'
import { s3Server } from '../../../platform/files/s3-server.js'
import { bucketSettings, photosGoRound } from './bucket.js'
import { photoApp, photoPart, photosOf, post, upload, type Answer } from './photo-app.js'

/** An app that stores in a bucket. */
async function bucketApp(t: Test, more: Settings = {}, clock = () => new Date()) {
  const server = await s3Server(t, ['the-users', 'the-app'])
  const settings = { ...bucketSettings(server), ...more }
  const made = await photoApp(t, { settings, clock })
  // Discard the requests of the start.
  server.seen.length = 0
  return { ...made, server }
}

t.test('uploads, reads and restores photos in a bucket', async t => {
  const { app, person, server } = await bucketApp(t)
  await photosGoRound(t, app, person, server.endpoint)
})

t.test('refuses to start with settings that the storage rejects, and names them', async t => {
  const server = await s3Server(t, ['the-users', 'the-app'])
  const refusal = async (more: Settings) => {
    const settings = isolatedSettings(t, { ...bucketSettings(server), ...more })
    const error: unknown = await buildApp(loadConfig(settings)).catch((error: unknown) => error)
    return error instanceof ConfigError ? error.message : String(error)
  }
  t.match(
    await refusal({ S3_BUCKET_APP_ASSETS: 'none' }),
    /- S3_BUCKET_APP_ASSETS names none, a bucket that does not exist/,
  )
  t.match(await refusal({ S3_ACCESS_KEY_ID: 'none' }), /- The storage rejected S3_ACCESS_KEY_ID as unknown\./)
  const secretIsWrong = await refusal({ S3_SECRET_ACCESS_KEY: 'none' })
  t.match(secretIsWrong, /- S3_SECRET_ACCESS_KEY does not match S3_ACCESS_KEY_ID/)
  t.equal(secretIsWrong.split('\n').length, 1, 'reports the wrong secret once for both buckets')
  server.interfere((_request, response) => Boolean(response.end('<!doctype html><title>A console</title>')))
  t.match(await refusal({}), `- ${server.endpoint} (S3_ENDPOINT) did not list the bucket the-users`)
  server.interfere((_request, response) => Boolean(response.writeHead(404).end()))
  t.match(await refusal({}), 'as S3 does: it responded with status 404')
})

t.test('starts while the storage does not respond', async t => {
  const server = await s3Server(t, ['the-users', 'the-app'])
  server.behave('hang')
  const app = await build(t, { settings: bucketSettings(server) })
  server.behave(503)
  t.equal((await app.inject('/health/ready')).statusCode, 503)
  server.behave()
  t.equal((await app.inject('/health/ready')).statusCode, 200)
})

t.test('returns signed URLs of the bucket instead of its own', async t => {
  const { app, person } = await bucketApp(t, { S3_PUBLIC_ENDPOINT: 'https://photos.test/in' })
  const { uploadUrl, fileKey } = await upload(app, person)
  t.ok(uploadUrl.startsWith(`https://photos.test/in/the-users/${fileKey}?`))
  const answer = await app.inject('/api/storage/signed/user-assets/a.jpg?token=x')
  t.equal(answer.statusCode, 404)
  t.match(answer.json(), { success: false, error: { code: 'NOT_FOUND' } })
})

t.test('reports not ready while the bucket is unavailable, and stores nothing', async t => {
  const { app, person, folder, server } = await bucketApp(t)
  t.equal((await app.inject('/health/ready')).statusCode, 200)
  await server.stop()

  const ready = await app.inject('/health/ready')
  t.equal(ready.statusCode, 503)
  t.match(ready.json(), { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'Cannot reach: storage.' })
  t.equal((await app.inject('/health/live')).statusCode, 200)

  assertTemporarilyUnavailable(t, await post(app, person, [photoPart()]))
  t.same(await photosOf(app, person), { profileImageFileKey: null, profilePhotos: [] })
  t.same(await readdir(join(folder, '.incoming')), [], 'no temporary files remain')
})

t.test('responds with 503 if the bucket fails, and allows repeating the upload', async t => {
  const { app, person, server } = await bucketApp(t)
  for (const [status, requests] of [
    [500, 3],
    [403, 1],
    [404, 1],
  ] as const) {
    server.seen.length = 0
    server.behave(status)
    assertTemporarilyUnavailable(t, await post(app, person, [photoPart()]))
    t.equal(server.seen.length, requests, `${status}: ${requests} requests`)
    server.behave()
  }
  t.same(await photosOf(app, person), { profileImageFileKey: null, profilePhotos: [] })
  t.equal(server.objects.size, 0)
  const { assetId } = await upload(app, person)
  t.same(
    (await photosOf(app, person)).profilePhotos.map(({ id }) => id),
    [assetId],
  )
})

t.test('responds with 503 within the request timeout if the bucket hangs', async t => {
  const { app, person, server } = await bucketApp(t, { REQUEST_TIMEOUT: '4s' })
  server.behave('hang')
  assertTemporarilyUnavailable(t, await post(app, person, [photoPart()]))
  server.behave()
  t.same(await photosOf(app, person), { profileImageFileKey: null, profilePhotos: [] })
})

t.test('hides an upload whose responses were lost, and deletes its file', async t => {
  let ahead = 0
  const { app, person, server } = await bucketApp(t, {}, () => new Date(Date.now() + ahead))
  server.interfere((request, response) => {
    // The server has stored the file when it would respond.
    if (request.method === 'PUT') Object.assign(response, { end: () => request.socket.destroy() })
    return false
  })
  assertTemporarilyUnavailable(t, await post(app, person, [photoPart()]))
  t.equal(server.objects.size, 1)
  server.interfere()
  const { assetId, fileKey } = await upload(app, person)
  t.same(
    (await photosOf(app, person)).profilePhotos.map(({ id }) => id),
    [assetId],
  )
  ahead = 2 * hours
  await app.features.services.assets.sweep()
  t.same([...server.objects.keys()], [`the-users/${fileKey}`])
})

function assertTemporarilyUnavailable(t: Test, { statusCode, headers, body }: Answer): void {
  t.equal(statusCode, 503, body)
  t.match(JSON.parse(body), { success: false, error: { code: 'SERVICE_UNAVAILABLE' } })
  t.match(headers['retry-after'], /^\d+$/)
}
