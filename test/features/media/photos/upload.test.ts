import { readdir, readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { queryGraphQL, signUp } from '../../../helper.js'
import { secret } from '../../../exif.js'
import { everyKind, jpeg, png } from '../../../images.js'
import {
  contextPart,
  multipartBody,
  multipartType,
  pathOf,
  photoApp,
  photoPart,
  photosOf,
  post,
  upload,
  uploadUrl,
} from './photo-app.js'

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

t.test('returns exactly the specified fields', async t => {
  const now = new Date('2026-01-31T08:15:30.123Z')
  const { app, person, folder, files } = await photoApp(t, { clock: () => now })
  const response = await post(app, person, [photoPart(), contextPart('PROFILE_PICTURE')])

  t.equal(response.statusCode, 201)
  t.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  const { success, data, ...rest } = response.json()
  t.same([success, rest], [true, {}])
  t.strictSame(Object.keys(data), [
    ...['fileKey', 'uploadUrl', 'fileName', 'contentType', 'size', 'assetId', 'uploadedAt', 'expiresAt'],
  ])
  t.match(data.fileKey, new RegExp(`^users/${person.id}/profile-picture/${uuid}\\.jpg$`))
  t.match(data.assetId, /^[0-9a-f]{24}$/)
  t.match(data, {
    fileName: 'me.jpg',
    contentType: 'image/jpeg',
    uploadedAt: '2026-01-31T08:15:30.123Z',
    expiresAt: '2026-01-31T09:15:30.123Z',
  })
  t.same(await files(), [`user-assets/${data.fileKey}`], 'no temporary files remain')
  const stored = await readFile(join(folder, 'storage/user-assets', data.fileKey))
  t.equal(data.size, stored.length, 'the size is the stored size')
  t.ok(stored.length < jpeg().length)
})

for (const [mediaType, image] of Object.entries(everyKind)) {
  t.test(`accepts, strips and serves ${mediaType}`, async t => {
    const { app, person } = await photoApp(t)
    const extension = mediaType === 'image/jpeg' ? 'jpg' : mediaType.slice('image/'.length)
    const part = { fileName: `me.${extension.toUpperCase()}`, type: mediaType, content: image() }
    const { uploadUrl, size, contentType, fileKey } = await upload(app, person, part)

    t.ok(fileKey.endsWith(`.${extension}`))
    t.ok(uploadUrl.startsWith('http://fitness.test/api/storage/signed/user-assets/users/'))
    const served = await app.inject(pathOf(uploadUrl))
    t.equal(served.statusCode, 200)
    t.equal(served.headers['content-type'], mediaType)
    t.equal(served.headers['content-length'], String(size))
    t.equal(contentType, mediaType)
    t.notOk(served.rawPayload.includes(secret), 'removes position and comments')
  })
}

t.test('returns the photo in `me`, and uses it as the profile image', async t => {
  const { app, person } = await photoApp(t)
  const first = await upload(app, person)
  const second = await upload(app, person, { fileName: 'b.png', type: 'image/png', content: png() })

  const { profileImageFileKey, profilePhotos } = await photosOf(app, person)
  t.equal(profileImageFileKey, second.fileKey)
  t.same(
    profilePhotos.map(({ url, ...photo }) => photo),
    [second, first].map(({ assetId: id, fileKey, fileName, contentType, size, uploadedAt }) => ({
      ...{ id, fileKey, fileName, contentType, size, uploadedAt },
    })),
    'newest first',
  )
  t.equal((await app.inject(pathOf(profilePhotos[0]!.url))).statusCode, 200)
  const profile = await app.inject({ url: '/auth/profile', headers: person.headers })
  t.equal(profile.json().profileImageFileKey, second.fileKey)
})

t.test('shows other users only the newest photo, and only in `user`', async t => {
  const { app, person } = await photoApp(t)
  const stranger = await signUp(app)
  await upload(app, person)
  const newest = await upload(app, person)

  t.same(await photosOf(app, stranger), { profileImageFileKey: null, profilePhotos: [] })
  const query = 'query ($id: ID!) { user(id: $id) { profilePhotoUrl profilePhotoUploadedAt } }'
  const { data } = await queryGraphQL<{ user: Record<string, string> }>(
    app,
    query,
    { id: person.id },
    stranger,
  )
  t.equal(data?.user.profilePhotoUploadedAt, newest.uploadedAt)
  t.match(data?.user.profilePhotoUrl, `/user-assets/${newest.fileKey}?token=`)
  t.equal((await app.inject(pathOf(data?.user.profilePhotoUrl ?? ''))).statusCode, 200)
  const own = await queryGraphQL(app, query, { id: stranger.id }, person)
  t.same(own.data?.user, { profilePhotoUrl: null, profilePhotoUploadedAt: null })
})

t.test('keeps file names in any script, without the path', async t => {
  const { app, person } = await photoApp(t)
  const names = {
    '写真.jpg': '写真.jpg',
    'صورة.jpg': 'صورة.jpg',
    'фото моё.jpg': 'фото моё.jpg',
    '👩‍🚀.jpg': '👩‍🚀.jpg',
    'e\u0301.jpg': 'é.jpg',
    '../../x.jpg': 'x.jpg',
    '/etc/x.jpg': 'x.jpg',
    'C:\\photos\\x.jpg': 'x.jpg',
    'a\u0000b\u0007.jpg': 'ab.jpg',
    '.jpg': '.jpg',
  }
  for (const [fileName, shown] of Object.entries(names)) {
    const uploaded = await upload(app, person, { fileName })
    t.equal(uploaded.fileName, shown, JSON.stringify(fileName))
    t.match(uploaded.fileKey, new RegExp(`^users/${person.id}/profile-picture/${uuid}\\.jpg$`))
  }
  const head =
    "Content-Disposition: form-data; name=file; filename*=UTF-8''%e2%82%ac.jpg\r\nContent-Type: image/jpeg"
  t.equal((await upload(app, person, { head })).fileName, '€.jpg', 'in the encoding of RFC 5987')
})

t.test('truncates long file names at the start, between characters', async t => {
  const { app, person } = await photoApp(t)
  const { fileName } = await upload(app, person, { fileName: `${'👟'.repeat(1000)}ab.jpg` })
  t.match(fileName, /^(👟)+ab\.jpg$/u)
  t.equal(fileName.replaceAll('👟', 'x').length, 255)
})

t.test('accepts parts in any order, and ignores unknown fields', async t => {
  const { app, person } = await photoApp(t)
  const other = { field: 'note', content: 'x' }
  const response = await post(app, person, [other, contextPart('PROFILE_PICTURE'), photoPart(), other])
  t.equal(response.statusCode, 201)
})

t.test('accepts an upload without Content-Length', async t => {
  const { app, person } = await photoApp(t)
  const url = await app.listen({ port: 0 })
  const body = multipartBody([photoPart()])
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < body.length; at += 100) controller.enqueue(body.subarray(at, at + 100))
      controller.close()
    },
  })
  const response = await fetch(url + uploadUrl, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': multipartType },
    body: stream,
    duplex: 'half',
  })
  t.equal(response.status, 201)
})

t.test('sends 100 Continue to clients that expect it', async t => {
  const { app, person } = await photoApp(t)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as { port: number }
  const body = multipartBody([photoPart()])
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${uploadUrl} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\n` +
      `Authorization: ${person.headers.authorization}\r\n` +
      `Content-Type: ${multipartType}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.once('data', () => socket.write(body))
  t.match(await text(socket), /HTTP\/1\.1 201 Created/)
})

t.test('accepts only one type of file if configured', async t => {
  const { app, person } = await photoApp(t, { settings: { LOCAL_STORAGE_ALLOWED_EXTENSIONS: 'png' } })
  t.equal((await post(app, person, [photoPart()])).statusCode, 415)
  await upload(app, person, { fileName: 'a.png', type: 'image/png', content: png() })
})

t.test('lets only the owner of the process read the stored files and their folders', async t => {
  const { app, person, folder } = await photoApp(t)
  await upload(app, person)
  const entries = await readdir(join(folder, 'storage'), { recursive: true })
  t.ok(entries.some(name => name.endsWith('.jpg')))
  for (const name of ['upload-markers', 'storage', ...entries.map(entry => join('storage', entry))])
    t.equal((await stat(join(folder, name))).mode & 0o077, 0, name)
})
