import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { StorageUnavailableError } from '../../../src/platform/files/object-storage.js'
import { s3Storage } from '../../../src/platform/files/s3-storage.js'
import { cable } from '../../cable.js'
import { s3Server } from './s3-server.js'

const key = 'users/5f/profile-picture/a.jpg'
const picture = 'picture'.repeat(50_000)
const names = { 'user-assets': 'the-users', 'app-assets': 'the-app' }
const nextHour = () => new Date(Date.now() + 60 * 60 * 1000)

type Server = Awaited<ReturnType<typeof s3Server>>

const connect = ({ endpoint, credentials }: Pick<Server, 'endpoint' | 'credentials'>, changes: object = {}) =>
  s3Storage({
    endpoint,
    region: 'us-east-1',
    credentials,
    forcePathStyle: true,
    buckets: names,
    clock: () => new Date(),
    ...changes,
  })

/** Reads the body too: an unread one keeps the connection, and with it the server, open. */
async function statusOf(url: string | URL, method = 'GET'): Promise<number> {
  const answer = await fetch(url, { method })
  await answer.arrayBuffer()
  return answer.status
}

const service = (t: Test) => s3Server(t, Object.values(names))

t.test('a file that is put can be read at a signed URL, whole and in part', async t => {
  const server = await service(t)
  const storage = await connect(server)
  const file = join(t.testdir({ upload: picture }), 'upload')
  await storage.put('user-assets', key, file, 'image/jpeg')
  t.notOk(existsSync(file))

  const url = await storage.signedUrl('user-assets', key, nextHour())
  t.ok(url.startsWith(`${server.endpoint}/the-users/${key}?`))
  const answer = await fetch(url)
  t.equal(answer.status, 200)
  t.equal(answer.headers.get('content-type'), 'image/jpeg')
  t.match(answer.headers.get('cache-control'), /^private, max-age=3[56]\d\d$/)
  t.equal(answer.headers.get('content-disposition'), 'inline')
  t.equal(await answer.text(), picture)
  const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
  t.equal(part.status, 206)
  t.equal(await part.text(), 'picture')
})

t.test(
  'signed URLs name the address at which clients reach the service, which is asked at its own',
  async t => {
    const server = await service(t)
    const way = await cable(t, server.endpoint, 80)
    const { origin } = way.url
    const storage = await connect(server, { publicEndpoint: origin })
    const file = join(t.testdir({ upload: picture }), 'upload')
    await storage.put('user-assets', key, file, 'image/jpeg')
    const url = await storage.signedUrl('user-assets', key, nextHour())
    t.ok(url.startsWith(`${origin}/the-users/${key}?`))
    t.equal(await statusOf(url), 200)
    t.equal(await statusOf(url.replace(origin, server.endpoint)), 403, 'the address is signed, too')

    way.cut()
    await t.resolves(storage.ping())
    const read = await storage.read('user-assets', key)
    t.equal(read && (await text(read)), picture)
  },
)

t.test('a signed URL is good for its time only', async t => {
  const server = await service(t)
  const past = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const earlier = await connect(server, { clock: () => past })
  const until = (time: Date) => earlier.signedUrl('user-assets', key, time)
  t.equal(await statusOf(await until(new Date(past.getTime() + 60_000))), 403)
  t.equal(await statusOf(await until(new Date(Date.now() - 10_000))), 403)
  t.equal(await statusOf(await until(nextHour())), 404)
  const storage = await connect(server)
  t.equal(await statusOf(await storage.signedUrl('user-assets', key, nextHour())), 404)
})

t.test('a signed URL is good until it expires, to the millisecond or less than a second longer', async t => {
  const server = await service(t)
  for (const [now, expiresAt] of [
    ['2026-01-31T08:15:30.999Z', '2026-01-31T09:15:30.999Z'],
    ['2026-01-31T08:15:30.001Z', '2026-01-31T09:15:30.000Z'],
    ['2026-01-31T08:15:30.000Z', '2026-01-31T09:15:30.001Z'],
  ] as const) {
    const storage = await connect(server, { clock: () => new Date(now) })
    const { searchParams } = new URL(await storage.signedUrl('user-assets', key, new Date(expiresAt)))
    const written = searchParams.get('X-Amz-Date') ?? ''
    const signedAt = Date.parse(written.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
    const end = signedAt + Number(searchParams.get('X-Amz-Expires')) * 1000
    const longer = end - Date.parse(expiresAt)
    t.ok(longer >= 0 && longer < 1000, `${longer} ms longer`)
  }
})

t.test('a signed URL is good for what it was signed for only', async t => {
  const server = await service(t)
  const storage = await connect(server)
  const other = key.replace('a.jpg', 'b.jpg')
  for (const [bucket, path] of [
    ['user-assets', key],
    ['user-assets', other],
    ['app-assets', key],
  ] as const)
    await storage.put(bucket, path, join(t.testdir({ upload: picture }), 'upload'), 'image/jpeg')

  const good = await storage.signedUrl('user-assets', key, nextHour())
  t.equal(await statusOf(good), 200)
  const altered = (change: (url: URL) => void) => {
    const url = new URL(good)
    change(url)
    return url
  }
  const set = (name: string, value: string) => altered(url => url.searchParams.set(name, value))
  const signature = new URL(good).searchParams.get('X-Amz-Signature')!
  for (const url of [
    altered(url => (url.pathname = url.pathname.replace('a.jpg', 'b.jpg'))),
    altered(url => (url.pathname = url.pathname.replace('the-users', 'the-app'))),
    altered(url => (url.search = '')),
    altered(url => url.searchParams.delete('X-Amz-Signature')),
    set(
      'X-Amz-Signature',
      signature.replace(/.$/, last => (last === '0' ? '1' : '0')),
    ),
    set('X-Amz-Expires', '7200'),
    set('response-content-disposition', 'attachment'),
    set('response-content-type', 'text/html'),
  ])
    t.equal(await statusOf(url), 403, url.href)
  for (const method of ['PUT', 'DELETE']) t.equal(await statusOf(good, method), 403, method)
  t.equal(await statusOf(good), 200, 'and it is still there')
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

t.test('everything under a prefix goes, however much it is, and nothing else', async t => {
  const server = await service(t)
  const storage = await connect(server)
  const keys = ['users/5f/a.jpg', 'users/5f/b/c.jpg', 'users/5f/d.jpg', 'users/5f/e.jpg', 'users/5fa/a.jpg']
  for (const key of keys)
    await storage.put('user-assets', key, join(t.testdir({ upload: 'x' }), 'upload'), 'image/jpeg')
  for (let time = 1; time <= 2; time++) await storage.deleteAll('user-assets', 'users/5f/')
  t.same([...server.objects.keys()], ['the-users/users/5fa/a.jpg'])
  server.behave(403)
  await t.rejects(storage.deleteAll('user-assets', 'users/5fa/'), StorageUnavailableError)
})

t.test('the storage answers when both buckets are there', async t => {
  const server = await service(t)
  await t.resolves((await connect(server)).ping())
  await t.rejects((await connect(server, { buckets: { ...names, 'app-assets': 'nowhere' } })).ping())
})

t.test('a service that hangs does not answer', async t => {
  const server = await service(t)
  const storage = await connect(server)
  server.behave('hang')
  await t.rejects(storage.ping(), { name: 'AbortError' })
})

t.test('who has the wrong secret is refused', async t => {
  const server = await service(t)
  const credentials = { ...server.credentials, secretAccessKey: 'another' }
  const storage = await connect({ ...server, credentials })
  const file = join(t.testdir({ upload: picture }), 'upload')
  const refused = { name: 'StorageUnavailableError', cause: { name: 'SignatureDoesNotMatch' } }
  await t.rejects(storage.put('user-assets', key, file, 'image/jpeg'), refused)
  await t.rejects(storage.delete('user-assets', key), refused)
  await t.rejects(storage.ping())
  t.equal(server.objects.size, 0)
})

t.test('no key that is not one of ours is sent', async t => {
  const storage = await connect({
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
  })
  await t.rejects(storage.signedUrl('user-assets', '../x', nextHour()), RangeError)
  await t.rejects(storage.delete('user-assets', ''), RangeError)
})

t.test('a put is tried again when the service fails, but not when it refuses', async t => {
  for (const [status, attempts] of [
    [503, 3],
    [403, 1],
  ] as const) {
    const server = await service(t)
    server.behave(status)
    const storage = await connect(server)
    const file = join(t.testdir({ upload: picture }), 'upload')
    const { error } = await storage.put('user-assets', key, file, 'image/jpeg').then(
      () => ({ error: undefined }),
      (error: unknown) => ({ error }),
    )
    t.ok(error instanceof StorageUnavailableError)
    t.strictSame(server.seen, Array(attempts).fill('PUT'))
    t.ok(existsSync(file), 'the file is still there')
  }
})

t.test('what is asked tells the trace that it is a part of, and an address for others does not', async t => {
  const server = await service(t)
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const storage = await connect(server, { headers: () => ({ traceparent }) })
  const file = join(t.testdir({ upload: picture }), 'upload')
  await storage.put('user-assets', key, file, 'image/jpeg')
  t.same(server.traces, [traceparent])
  const url = await storage.signedUrl('user-assets', key, nextHour())
  t.notMatch(url, /traceparent/i)
  t.equal(await statusOf(url), 200)
})
