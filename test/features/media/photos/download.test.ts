import Fastify, { type InjectOptions } from 'fastify'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { signedFilesPath } from '../../../../src/lib/storage-paths.js'
import t, { type Test } from 'tap'
import { localStorage } from '../../../../src/platform/files/local-storage.js'
import { downloadRoutes } from '../../../../src/features/media/assets/download.js'
import { handleErrors, storageShape } from '../../../../src/http/errors.js'
import { signToken } from '../../../../src/lib/signed-token.js'

const secret = 'a secret of at least thirty-two characters'
const key = 'users/5f/profile-picture/a.jpg'
const picture = '0123456789'

async function build(t: Test) {
  let now = new Date('2026-01-31T08:15:30.500Z')
  const storage = await localStorage({ basePath: t.testdir(), baseUrl: signedFilesPath, secret })
  const file = join(storage.root, 'user-assets', key)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
  await writeFile(join(storage.root, 'secret.txt'), 'secret')

  const app = Fastify()
  handleErrors(app, storageShape)
  await app.register(downloadRoutes, { prefix: '/api/storage', storage, secret, clock: () => now })
  t.teardown(() => app.close())
  const url = await storage.signedUrl('user-assets', key, new Date('2026-01-31T09:15:30.500Z'))
  return {
    url,
    file,
    ask: (options: InjectOptions = {}) => app.inject({ url, ...options }),
    setTime: (time: string) => (now = new Date(time)),
  }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof build>>['ask']>>

function assertForbidden(t: Test, response: Answer, what: string, message = /token|signed URL/) {
  t.equal(response.statusCode, 403, what)
  t.match(response.json(), { success: false, error: { code: 'FORBIDDEN', message } }, what)
}

t.test('serves the file of a signed URL with cache, range and security headers', async t => {
  const { ask } = await build(t)
  const response = await ask()
  t.equal(response.statusCode, 200)
  t.equal(response.body, picture)
  t.match(response.headers, {
    'content-type': 'image/jpeg',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline',
    'cross-origin-resource-policy': 'cross-origin',
    etag: /^"[^"]+"$/,
    'last-modified': /GMT$/,
  })
})

t.test('responds to HEAD with the same headers, without the file', async t => {
  const { ask } = await build(t)
  const [head, get] = [await ask({ method: 'HEAD', headers: { range: 'bytes=0-1' } }), await ask()]
  t.equal(head.statusCode, 200)
  t.equal(head.body, '')
  const { date, connection, ...headers } = get.headers
  t.ok(date && connection)
  t.match(head.headers, headers)
})

t.test('serves a range of the file', async t => {
  const { ask } = await build(t)
  const parts = {
    'bytes=2-4': '234',
    'bytes=-3': '789',
    'bytes=8-': '89',
    'bytes=0-0': '0',
    'bytes=5-99': '56789',
  }
  for (const [range, body] of Object.entries(parts)) {
    const response = await ask({ headers: { range } })
    t.equal(response.statusCode, 206, range)
    t.equal(response.body, body)
    t.equal(response.headers['content-length'], String(body.length))
    t.match(response.headers['content-range'], /^bytes \d+-\d+\/10$/)
  }
  const beyond = await ask({ headers: { range: 'bytes=10-' } })
  t.equal(beyond.statusCode, 416)
  t.equal(beyond.headers['content-range'], 'bytes */10')
})

t.test('responds with 304 if the client has the file', async t => {
  const { ask } = await build(t)
  const { etag, 'last-modified': modified } = (await ask()).headers
  for (const headers of [
    { 'if-none-match': etag },
    { 'if-none-match': `"x", ${etag}` },
    { 'if-modified-since': modified },
  ]) {
    const response = await ask({ headers })
    t.equal(response.statusCode, 304)
    t.equal(response.body, '')
    t.equal(response.headers.etag, etag)
    t.ok(response.headers['cache-control'])
  }
  t.equal((await ask({ headers: { 'if-none-match': '"other"' } })).statusCode, 200)
  t.equal((await ask({ headers: { 'if-match': '"other"' } })).statusCode, 412)
  t.equal((await ask({ headers: { 'if-match': etag } })).statusCode, 200)
})

t.test('resumes a download only if the file is unchanged', async t => {
  const { ask } = await build(t)
  const { etag, 'last-modified': modified } = (await ask()).headers
  const resume = async (condition: unknown) =>
    (await ask({ headers: { range: 'bytes=5-', 'if-range': String(condition) } })).statusCode
  t.equal(await resume(etag), 206)
  t.equal(await resume(modified), 206)
  t.equal(await resume('"other"'), 200)
  t.equal(await resume(`W/${etag}`), 200, 'a weak tag does not match')
})

t.test('rejects an expired token as expired', async t => {
  const { ask, setTime } = await build(t)
  setTime('2026-01-31T09:15:30.999Z')
  t.equal((await ask()).headers['cache-control'], 'private, max-age=0')
  setTime('2026-01-31T09:15:31.000Z')
  assertForbidden(t, await ask(), 'expired', /expired/)
})

t.test('rejects a missing, repeated, altered or unrelated token', async t => {
  const { url, ask, file } = await build(t)
  const [path = '', token = ''] = url.split('?token=')
  await rm(file)
  const later = new Date('2027-01-01T00:00:00Z')
  const forged = signToken({ operation: 'GET', bucket: 'user-assets', path: key }, later, 'another secret')
  const refused = {
    'no token': path,
    'empty token': `${path}?token=`,
    'two tokens': `${url}&token=${token}`,
    'longer token': `${url}x`,
    'shorter token': url.slice(0, -1),
    'other expiry': `${path}?token=9${token}`,
    'other secret': `${path}?token=${forged}`,
    'other path': url.replace('a.jpg', 'b.jpg'),
    'other user': url.replace('/5f/', '/60/'),
    'other bucket': url.replace('user-assets', 'app-assets'),
    'unknown bucket': url.replace('user-assets', 'secret.txt'),
  }
  for (const [what, address] of Object.entries(refused)) assertForbidden(t, await ask({ url: address }), what)
})

t.test('rejects paths outside of the bucket in any encoding', async t => {
  const { url, ask } = await build(t)
  for (const path of [
    '..%2Fsecret.txt',
    '..%2F..%2Fsecret.txt',
    '%2e%2e%2fsecret.txt',
    'a%00.jpg',
    '..%5Csecret.txt',
    '.x',
  ]) {
    assertForbidden(t, await ask({ url: url.replace(key, path) }), path)
  }
})

t.test('rejects paths outside of the bucket even with a valid token', async t => {
  const { ask } = await build(t)
  for (const path of ['../secret.txt', '/etc/passwd']) {
    const token = signToken({ operation: 'GET', bucket: 'user-assets', path }, new Date('2027-01-01'), secret)
    const address = `/api/storage/signed/user-assets/${encodeURIComponent(path)}?token=${token}`
    assertForbidden(t, await ask({ url: address }), path)
  }
})

t.test('rejects all methods but GET and HEAD on signed URLs', async t => {
  const { ask } = await build(t)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    assertForbidden(t, await ask({ method, payload: 'x', headers: { 'content-type': 'text/odd' } }), method)
  // The types of `inject` lack them.
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'QUERY'])
    assertForbidden(t, await ask({ method } as never), method)
})

t.test('responds with 404 if the file of a valid URL is missing or a folder', async t => {
  const { ask, file } = await build(t)
  await rm(file)
  const missing = await ask()
  t.equal(missing.statusCode, 404)
  t.match(missing.json(), { success: false, error: { code: 'NOT_FOUND', message: String } })
  await mkdir(file)
  t.equal((await ask()).statusCode, 404)
})
