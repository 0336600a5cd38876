import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import t, { type Test } from 'tap'
import { s3Storage } from '../../../src/platform/files/s3-storage.js'

const key = 'users/5f/profile-picture/a.jpg'
const picture = 'picture'.repeat(50_000)
const names = { 'user-assets': 'the-users', 'app-assets': 'the-app' }
const nextHour = () => new Date(Date.now() + 60 * 60 * 1000)

const connect = (port: number, buckets = names, clock = () => new Date()) =>
  s3Storage({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    forcePathStyle: true,
    buckets,
    clock,
  })

/** Reads the body too: an unread one keeps the connection, and with it the server, open. */
async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

async function service(t: Test): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: Object.values(names).map(name => ({ name })),
  })
  t.teardown(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })
  return (await server.run()).port
}

t.test('a file that is put can be read at a signed URL, whole and in part', async t => {
  const port = await service(t)
  const storage = await connect(port)
  const file = join(t.testdir({ upload: picture }), 'upload')
  await storage.put('user-assets', key, file, 'image/jpeg')
  t.notOk(existsSync(file))

  const url = await storage.signedUrl('user-assets', key, nextHour())
  t.ok(url.startsWith(`http://127.0.0.1:${port}/the-users/${key}?`))
  const answer = await fetch(url)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'image/jpeg')
  t.match(answer.headers.get('cache-control'), /^private, max-age=3[56]\d\d$/)
  t.equal(await answer.text(), picture)
  const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
  t.equal(part.status, 206)
  t.equal(await part.text(), 'picture')
})

t.test('a signed URL is good for its time only', async t => {
  const port = await service(t)
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const yesterday = await connect(port, names, () => past)
  const expired = await yesterday.signedUrl('user-assets', key, new Date(past.getTime() + 60_000))
  t.equal(await statusOf(expired), 403)
  const storage = await connect(port)
  const good = await storage.signedUrl('user-assets', key, nextHour())
  t.equal(await statusOf(good), 404)
})

t.test('deleting works once, and again', async t => {
  const storage = await connect(await service(t))
  const file = join(t.testdir({ upload: picture }), 'upload')
  await storage.put('app-assets', key, file, 'image/jpeg')
  const url = await storage.signedUrl('app-assets', key, nextHour())
  await storage.delete('app-assets', key)
  await storage.delete('app-assets', key)
  t.equal(await statusOf(url), 404)
})

t.test('the storage answers when both buckets are there', async t => {
  const port = await service(t)
  await t.resolves((await connect(port)).ping())
  await t.rejects((await connect(port, { ...names, 'app-assets': 'nowhere' })).ping())
})

t.test('no key that is not one of ours is sent', async t => {
  const storage = await connect(1)
  await t.rejects(storage.signedUrl('user-assets', '../x', nextHour()), RangeError)
  await t.rejects(storage.delete('user-assets', ''), RangeError)
})

t.test('a put is tried again when the service fails, but not when it refuses', async t => {
  for (const [status, attempts] of [
    [503, 3],
    [403, 1],
  ] as const) {
    let seen = 0
    const server = createServer((request, response) => {
      seen += 1
      request.resume().on('end', () => response.writeHead(status).end())
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const storage = await connect((server.address() as AddressInfo).port)
    const file = join(t.testdir({ upload: picture }), 'upload')
    await t.rejects(storage.put('user-assets', key, file, 'image/jpeg'))
    t.equal(seen, attempts)
    t.ok(existsSync(file), 'the file is still there')
    server.closeAllConnections()
    server.close()
  }
})
