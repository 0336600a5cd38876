import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import type { Test } from 'tap'
import type { Bucket, ObjectStorage } from '../../../src/platform/files/object-storage.js'
import { hours } from '../../../src/lib/quantities.js'

const picture = 'picture'.repeat(50_000)
const nextHour = () => new Date(Date.now() + hours)
/** A unique prefix, because several tests can share a storage. */
const newPrefix = () => `users/${randomUUID()}`

/** Stores a text under a key. */
export async function putText(t: Test, storage: ObjectStorage, bucket: Bucket, key: string, content: string) {
  const file = join(t.testdir({ upload: content }), 'upload')
  await storage.put(bucket, key, file, 'image/jpeg')
}

const textOf = async (storage: ObjectStorage, bucket: Bucket, key: string) => {
  const content = await storage.read(bucket, key)
  return content && text(content)
}

/** Tests that every storage must pass. */
export function storageContract(t: Test, storage: ObjectStorage): void {
  t.test('stores a file, and removes it from its source path', async t => {
    const key = `${newPrefix()}/profile-picture/a.jpg`
    const content = randomBytes(3_000_000)
    const file = join(t.testdir(), 'upload')
    await writeFile(file, content)
    await storage.put('user-assets', key, file, 'image/jpeg')
    t.notOk(existsSync(file))
    const read = await storage.read('user-assets', key)
    t.ok(read && content.equals(await buffer(read)))
    t.equal(await storage.read('app-assets', key), null, 'does not find the file in the other bucket')
  })

  t.test('tolerates a reader that stops early', async t => {
    const key = `${newPrefix()}/a.jpg`
    await putText(t, storage, 'user-assets', key, picture)
    const some = await storage.read('user-assets', key)
    for await (const chunk of some!) if (String(chunk).startsWith('picture')) break
    const none = await storage.read('user-assets', key)
    none!.destroy()
    t.equal(await textOf(storage, 'user-assets', key), picture)
  })

  t.test('stores nothing if the source file is missing', async t => {
    const key = `${newPrefix()}/a.jpg`
    await t.rejects(storage.put('user-assets', key, join(t.testdir(), 'none'), 'image/jpeg'), {
      code: 'ENOENT',
    })
    t.equal(await storage.read('user-assets', key), null)
  })

  t.test('deletes a file, and ignores a missing one', async t => {
    const key = `${newPrefix()}/a.jpg`
    for (const bucket of ['user-assets', 'app-assets'] as const) await putText(t, storage, bucket, key, 'x')
    await storage.delete('user-assets', key)
    await storage.delete('user-assets', key)
    t.equal(await storage.read('user-assets', key), null)
    t.equal(await textOf(storage, 'app-assets', key), 'x')
  })

  t.test('deletes all files under a prefix and no others', async t => {
    const prefix = newPrefix()
    const below = ['a.jpg', 'b/c.jpg', 'd.jpg', 'e.jpg'].map(name => `${prefix}/${name}`)
    const beside = `${prefix}a/a.jpg`
    for (const key of [...below, beside]) await putText(t, storage, 'user-assets', key, 'x')
    for (let time = 1; time <= 2; time++) await storage.deleteAll('user-assets', `${prefix}/`)
    for (const key of below) t.equal(await storage.read('user-assets', key), null, key)
    t.equal(await textOf(storage, 'user-assets', beside), 'x')
  })

  t.test('rejects unsafe keys', async t => {
    for (const key of ['../x', '', '/x', 'a/../../x', 'a//b']) {
      await t.rejects(storage.signedUrl('user-assets', key, nextHour()), RangeError, key)
      await t.rejects(storage.delete('user-assets', key), RangeError, key)
    }
  })

  t.test('is available', t => t.resolves(storage.ping()))
}

/** Returns the status. Reads the body, because an unread body would keep the connection and the server open. */
export async function statusOf(url: string | URL, method = 'GET'): Promise<number> {
  const response = await fetch(url, { method })
  await response.arrayBuffer()
  return response.status
}

/**
 * Tests that every storage must pass whose signed URLs lead to the storage itself.
 * @param connect opens a storage with a clock
 */
export function signedUrlContract(t: Test, connect: (clock: () => Date) => Promise<ObjectStorage>): void {
  const now = () => connect(() => new Date())

  t.test('serves a file at a signed URL, completely and in ranges', async t => {
    const storage = await now()
    const key = `${newPrefix()}/a.jpg`
    await putText(t, storage, 'user-assets', key, picture)
    const url = await storage.signedUrl('user-assets', key, nextHour())
    const response = await fetch(url)
    t.equal(response.status, 200)
    t.equal(response.headers.get('content-type'), 'image/jpeg')
    t.match(response.headers.get('cache-control'), /^private, max-age=3[56]\d\d$/)
    t.equal(response.headers.get('content-disposition'), 'inline')
    t.equal(await response.text(), picture)
    const part = await fetch(url, { headers: { range: 'bytes=0-6' } })
    t.equal(part.status, 206)
    t.equal(await part.text(), 'picture')
  })

  t.test('rejects a signed URL after it has expired', async t => {
    const past = new Date(Date.now() - 2 * hours)
    const key = `${newPrefix()}/a.jpg`
    const [earlier, storage] = [await connect(() => past), await now()]
    const until = (time: Date) => earlier.signedUrl('user-assets', key, time)
    t.equal(await statusOf(await until(new Date(past.getTime() + 60_000))), 403)
    t.equal(await statusOf(await until(new Date(Date.now() - 10_000))), 403)
    t.equal(await statusOf(await until(nextHour())), 404)
    t.equal(await statusOf(await storage.signedUrl('user-assets', key, nextHour())), 404)
  })

  t.test('rejects a signed URL for other files and methods', async t => {
    const storage = await now()
    const key = `${newPrefix()}/a.jpg`
    const other = key.replace('a.jpg', 'b.jpg')
    for (const [bucket, path] of [
      ['user-assets', key],
      ['user-assets', other],
      ['app-assets', key],
    ] as const)
      await putText(t, storage, bucket, path, 'picture')

    const good = await storage.signedUrl('user-assets', key, nextHour())
    t.equal(await statusOf(good), 200)
    const altered = (change: (url: URL) => void) => {
      const url = new URL(good)
      change(url)
      return url
    }
    const set = (name: string, value: string) => altered(url => url.searchParams.set(name, value))
    const signature = new URL(good).searchParams.get('X-Amz-Signature')!
    const otherEnd = (last: string) => (last === '0' ? '1' : '0')
    for (const url of [
      altered(url => (url.pathname = url.pathname.replace('a.jpg', 'b.jpg'))),
      altered(url => (url.pathname = url.pathname.replace('the-users', 'the-app'))),
      altered(url => (url.search = '')),
      altered(url => url.searchParams.delete('X-Amz-Signature')),
      set('X-Amz-Signature', signature.replace(/.$/, otherEnd)),
      set('X-Amz-Expires', '7200'),
      set('response-content-disposition', 'attachment'),
      set('response-content-type', 'text/html'),
    ])
      // Some servers reject the format, others the signature.
      t.ok([400, 403].includes(await statusOf(url)), url.href)
    for (const method of ['PUT', 'DELETE']) t.equal(await statusOf(good, method), 403, method)
    t.equal(await statusOf(good), 200, 'the file still exists')
  })
}
