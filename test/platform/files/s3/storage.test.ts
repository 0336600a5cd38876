import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { StorageUnavailableError } from '../../../../src/platform/files/object-storage.js'
import { hours } from '../../../../src/lib/quantities.js'
import { startTcpProxy } from '../../../tcp-proxy.js'
import { s3Server } from '../s3-server.js'
import { putText, signedUrlContract, statusOf, storageContract } from '../storage-contract.js'
import { connect, names, warnings } from './connect.js'

const key = 'users/5f/profile-picture/a.jpg'
const nextHour = () => new Date(Date.now() + hours)

const service = (t: Test, options?: Parameters<typeof s3Server>[2]) =>
  s3Server(t, Object.values(names), options)

const server = await service(t)

t.test('fulfills the storage contract with an S3-compatible service', async t =>
  storageContract(t, await connect(server)),
)

t.test('signs URLs of an S3-compatible service', async t =>
  signedUrlContract(t, clock => connect(server, { clock })),
)

t.test('signs URLs for the public endpoint, and sends its own requests to the internal one', async t => {
  const way = await startTcpProxy(t, server.endpoint, 80)
  const { origin } = way.url
  const storage = await connect(server, { publicEndpoint: origin })
  await putText(t, storage, 'user-assets', key, 'picture')
  const url = await storage.signedUrl('user-assets', key, nextHour())
  t.ok(url.startsWith(`${origin}/the-users/${key}?`))
  t.equal(await statusOf(url), 200)
  t.equal(await statusOf(url.replace(origin, server.endpoint)), 403, 'the host is signed, too')

  way.cut()
  await t.resolves(storage.ping())
  const read = await storage.read('user-assets', key)
  t.equal(read && (await text(read)), 'picture')
})

t.test('accepts a signed URL until it expires, at most a second longer', async t => {
  for (const [now, expiresAt] of [
    ['2026-01-31T08:15:30.999Z', '2026-01-31T09:15:30.999Z'],
    ['2026-01-31T08:15:30.001Z', '2026-01-31T09:15:30.000Z'],
    ['2026-01-31T08:15:30.000Z', '2026-01-31T09:15:30.001Z'],
  ] as const) {
    const storage = await connect(server, { clock: () => new Date(now) })
    const longer =
      endOf(await storage.signedUrl('user-assets', key, new Date(expiresAt))) - Date.parse(expiresAt)
    t.ok(longer >= 0 && longer < 1000, `${longer} ms longer`)
  }
})

t.test('dates signed URLs by the clock of a service that is hours off, and logs the difference', async t => {
  const skew = 7.5 * hours
  const skewed = await service(t, { clock: () => new Date(Date.now() + skew) })
  const { log, messages } = warnings()
  const storage = await connect(skewed, { log })
  await putText(t, storage, 'user-assets', key, 'picture')
  const expiresAt = nextHour()
  const url = await storage.signedUrl('user-assets', key, expiresAt)
  t.equal(await statusOf(url), 200)
  const longer = endOf(url) - (expiresAt.getTime() + skew)
  t.ok(longer >= 0)
  for (let time = 1; time <= 3; time++) await storage.ping()
  t.match(messages, [/^the clock of this machine is 7\.5 hours behind the clock of the storage/])
})

t.test('opens no connection to sign URLs', async t => {
  const storage = await connect({ endpoint: 'http://127.0.0.1:1', credentials: server.credentials })
  t.match(await storage.signedUrl('user-assets', key, nextHour()), /^http:\/\/127\.0\.0\.1:1\//)
  await t.rejects(storage.deleteAll('user-assets', 'users/5f/'), StorageUnavailableError)
})

t.test('rejects a wrong secret', async t => {
  const own = await service(t)
  const credentials = { ...own.credentials, secretAccessKey: 'another' }
  const storage = await connect({ ...own, credentials })
  const file = join(t.testdir({ upload: 'picture' }), 'upload')
  const refused = { name: 'StorageUnavailableError', cause: { name: 'SignatureDoesNotMatch' } }
  await t.rejects(storage.put('user-assets', key, file, 'image/jpeg'), refused)
  await t.rejects(storage.delete('user-assets', key), refused)
  await t.rejects(storage.ping())
  t.equal(own.objects.size, 0)
  t.equal(await readFile(file, 'utf8'), 'picture')
})

t.test('sends trace headers with its requests, but omits them from signed URLs', async t => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const storage = await connect(server, { headers: () => ({ traceparent }) })
  await putText(t, storage, 'user-assets', key, 'picture')
  t.same(server.traces, [traceparent])
  const url = await storage.signedUrl('user-assets', key, nextHour())
  t.notMatch(url, /traceparent/i)
  t.equal(await statusOf(url), 200)
})

/** Returns the expiry of a signed URL, in milliseconds since 1970. */
function endOf(url: string): number {
  const { searchParams } = new URL(url)
  const written = searchParams.get('X-Amz-Date') ?? ''
  const signedAt = Date.parse(written.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  return signedAt + Number(searchParams.get('X-Amz-Expires')) * 1000
}
