// Profile photos share this code: test/features/media/photos tests it more thoroughly.
import { once } from 'node:events'
import t from 'tap'
import { secret } from '../../../exif.js'
import { signUp } from '../../../helper.js'
import { everyKind } from '../../../images.js'
import { begin, until } from '../photos/partial-upload.js'
import { assertRefused, jpegOf, multipartBody, pathOf, photoPart } from '../photos/photo-app.js'
import { consent, list, post, progressApp, progressUrl, upload } from './helpers.js'

const MiB = 1024 * 1024

t.test('accepts, strips and serves every type, and rejects contradictory types', async t => {
  const { app, person, files } = await progressApp(t)
  for (const [mediaType, image] of Object.entries(everyKind)) {
    const extension = mediaType === 'image/jpeg' ? 'jpg' : mediaType.slice('image/'.length)
    const part = { fileName: `me.${extension.toUpperCase()}`, type: mediaType, content: image() }
    const { uploadUrl, size, contentType, fileKey } = await upload(app, person, {}, part)
    t.ok(fileKey.endsWith(`.${extension}`), mediaType)
    t.equal(contentType, mediaType)
    const served = await app.inject(pathOf(uploadUrl))
    t.match(served, { statusCode: 200, headers: { 'content-type': mediaType } }, mediaType)
    t.equal(served.rawPayload.length, size)
    t.notOk(served.rawPayload.includes(secret), `${mediaType}: removes position and comments`)
  }
  const before = (await files()).length
  const [first, second] = Object.entries(everyKind) as [[string, () => Buffer], [string, () => Buffer]]
  for (const part of [
    { fileName: 'me.exe' },
    { fileName: 'me.png' },
    { type: second[0] },
    { content: second[1]() },
  ])
    assertRefused(
      t,
      await post(app, person, {}, { fileName: 'me.jpg', type: first[0], content: first[1](), ...part }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      JSON.stringify(Object.keys(part)),
    )
  t.equal((await files()).length, before)
})

t.test('charges one unit per started megabyte, and none above the limit', async t => {
  const settings = { RATE_LIMIT_UPLOAD_PER_MINUTE: '7' }
  const { app, person, files } = await progressApp(t, { settings })
  const left = async (size: number) => {
    const { statusCode, headers } = await post(app, person, {}, { content: jpegOf(size) })
    return [statusCode, Number(headers['x-ratelimit-remaining'])]
  }
  t.same(await left(1 * MiB), [201, 6])
  t.same(await left(1 * MiB + 1), [201, 4])
  t.same(await left(5 * MiB), [429, 4])
  t.same(await left(4 * MiB), [201, 0])
  t.equal((await files()).length, 3)
})

t.test('signs URLs for reading one file for an hour', async t => {
  let now = new Date('2026-05-02T08:00:00.000Z')
  const { app, person } = await progressApp(t, { clock: () => now })
  const [one, other] = [await upload(app, person), await upload(app, person)]
  const url = pathOf(one.uploadUrl)
  const status = async (method: 'GET' | 'HEAD' | 'DELETE', url: string) =>
    (await app.inject({ method, url })).statusCode
  t.equal(await status('HEAD', url), 200)
  t.equal(await status('DELETE', url), 403)
  t.equal(await status('GET', url.replace(one.fileKey, other.fileKey)), 403)
  t.equal(await status('GET', `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`), 403)
  now = new Date(Date.parse(one.expiresAt) - 1)
  t.equal(await status('GET', url), 200)
  now = new Date(Date.parse(one.expiresAt) + 1001)
  t.equal(await status('GET', url), 403)
})

t.test('cleans up after an upload that is aborted or during which the consent is withdrawn', async t => {
  const { app, person, files } = await progressApp(t)
  await app.listen({ port: 0 })
  const body = multipartBody([photoPart({ content: jpegOf(1 * MiB) })])
  const length = `Content-Length: ${body.length}`
  for (const sentBytes of [400, body.length - 30]) {
    const socket = await begin(app, person, length, body.subarray(0, sentBytes), progressUrl)
    await until(async () => (await files()).length === 1)
    socket.destroy()
    await until(async () => (await files()).length === 0)
  }
  const socket = await begin(app, person, length, body.subarray(0, 400), progressUrl)
  await until(async () => (await files()).length === 1)
  await consent(app, person, 'withdrawConsent')
  socket.write(body.subarray(400))
  const [response] = (await once(socket, 'data')) as [Buffer]
  t.match(response.toString(), /^HTTP\/1\.1 403 Forbidden/)
  t.match(response.toString(), /"code":"CONSENT_REQUIRED"/)
  socket.destroy()
  await until(async () => (await files()).length === 0)
  await consent(app, person)
  t.same((await list(app, person)).photos, [])
  const other = await signUp(app)
  assertRefused(t, await post(app, other), 403, 'CONSENT_REQUIRED', 'the consent of another user')
})
