import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { localStorage } from '../../../src/platform/files/local-storage.js'
import { checkToken } from '../../../src/lib/signed-token.js'
import { storageContract } from './storage-contract.js'

const secret = 'a secret of at least thirty-two characters'
const key = 'users/5f/profile-picture/a.jpg'
const open = (basePath: string) => localStorage({ basePath, baseUrl: 'https://files.example', secret })

t.test('fulfills the storage contract', async t => storageContract(t, await open(t.testdir())))

t.test('moves a file into its bucket', async t => {
  const folder = t.testdir({ upload: 'picture' })
  const storage = await open(join(folder, 'storage'))
  await storage.put('user-assets', key, join(folder, 'upload'), 'image/jpeg')
  t.equal(await readFile(join(storage.root, 'user-assets', key), 'utf8'), 'picture')
  t.notOk(existsSync(join(folder, 'upload')))
})

t.test('moves a file from another file system', async t => {
  const elsewhere = '/dev/shm'
  const folder = t.testdir()
  const device = async (path: string) => (existsSync(path) ? (await stat(path)).dev : undefined)
  const other = [elsewhere, tmpdir()]
  const devices = await Promise.all(other.map(device))
  const here = await device(folder)
  const found = other[devices.findIndex(found => found !== undefined && found !== here)]
  if (found === undefined) {
    t.comment('there is no other file system here')
    return
  }

  const source = await mkdtemp(join(found, 'upload-'))
  t.teardown(() => rm(source, { recursive: true }))
  await writeFile(join(source, 'upload'), 'picture')
  const storage = await open(folder)
  await storage.put('user-assets', key, join(source, 'upload'), 'image/jpeg')
  t.same(await readdir(join(folder, 'user-assets/users/5f/profile-picture')), ['a.jpg'])
  t.same(await readdir(source), [])
})

t.test('leaves the source file and no partial file if a put fails', async t => {
  const folder = t.testdir({ upload: 'picture', storage: { 'user-assets': { users: 'in the way' } } })
  const storage = await open(join(folder, 'storage'))
  await t.rejects(storage.put('user-assets', key, join(folder, 'upload'), 'image/jpeg'))
  await t.rejects(storage.put('user-assets', 'b.jpg', join(folder, 'missing'), 'image/jpeg'), {
    code: 'ENOENT',
  })
  t.ok(existsSync(join(folder, 'upload')))
  t.same(await readdir(join(folder, 'storage/user-assets')), ['users'])
})

t.test('rejects unsafe prefixes for deletion', async t => {
  const storage = await open(t.testdir())
  for (const prefix of ['', '/', '../app-assets/', 'users/../'])
    await t.rejects(storage.deleteAll('user-assets', prefix), RangeError, prefix)
})

t.test('signs URLs for their bucket and path', async t => {
  const storage = await open(t.testdir())
  const url = new URL(await storage.signedUrl('user-assets', 'users/5f/ü b.jpg', new Date(60_000)))
  t.equal(url.origin + url.pathname, 'https://files.example/user-assets/users/5f/%C3%BC%20b.jpg')
  const grant = { operation: 'GET', bucket: 'user-assets', path: 'users/5f/ü b.jpg' } as const
  t.ok(checkToken(url.searchParams.get('token') ?? '', grant, secret, new Date(0)).valid)
})

t.test('rejects keys that lead out of the bucket', async t => {
  const folder = t.testdir({ upload: 'x', 'app-assets': { 'a.jpg': 'x' } })
  const storage = await open(folder)
  for (const bad of [
    '../app-assets/a.jpg',
    '/etc/passwd',
    'a/../../x',
    'a\0.jpg',
    '..\\x',
    '',
    '.',
    'a//b',
    '.hidden',
  ]) {
    await t.rejects(storage.put('user-assets', bad, join(folder, 'upload'), 'image/jpeg'), RangeError, bad)
    await t.rejects(storage.delete('user-assets', bad), RangeError, bad)
    await t.rejects(storage.signedUrl('user-assets', bad, new Date()), RangeError, bad)
  }
  t.ok(existsSync(join(folder, 'app-assets/a.jpg')))
})

t.test('is available while its folders exist', async t => {
  const folder = t.testdir()
  const storage = await open(folder)
  await t.resolves(storage.ping())
  await rm(join(folder, 'app-assets'), { recursive: true })
  await t.rejects(storage.ping(), { code: 'ENOENT' })
})
