import { existsSync } from 'node:fs'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { openIncomingFolder } from '../../../src/platform/files/incoming-folder.js'

t.test('creates a different temporary path each time, in an existing folder', async t => {
  const folder = join(t.testdir(), 'storage', '.incoming')
  const incoming = await openIncomingFolder(folder)
  const paths = new Set([incoming.temporaryPath(), incoming.temporaryPath()])
  t.equal(paths.size, 2)
  for (const path of paths) {
    await writeFile(path, 'x')
    t.ok(path.startsWith(folder))
  }
})

t.test('deletes only old files', async t => {
  const folder = t.testdir({ old: 'x', young: 'x' })
  const [long, recently] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T02:00:00Z')]
  await utimes(join(folder, 'old'), long, long)
  await utimes(join(folder, 'young'), recently, recently)
  const incoming = await openIncomingFolder(folder)
  t.same(await incoming.deleteOlder(new Date('2026-01-01T01:00:00Z')), [])
  t.same(await readdir(folder), ['young'])
  t.same(await incoming.deleteOlder(recently), [])
  t.ok(existsSync(join(folder, 'young')), 'keeps a file of exactly the given time')
})

t.test('continues after a file that cannot be deleted', async t => {
  const folder = t.testdir({ a: 'x', b: { inner: 'x' }, c: 'x' })
  const failures = await (await openIncomingFolder(folder)).deleteOlder(new Date(Date.now() + 60_000))
  t.equal(failures.length, 1)
  t.same(await readdir(folder), ['b'])
})
