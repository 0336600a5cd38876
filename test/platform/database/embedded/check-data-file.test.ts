import { copyFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { BSON } from 'mongodb'
import t from 'tap'
import { KiB } from '../../../../src/lib/quantities.js'
import { checkDataFile } from '../../../../src/platform/database/embedded/check-data-file.js'
import { openDisk, type Disk } from '../../../../src/platform/database/embedded/disk.js'
import { openLmdb } from '../../../../src/platform/database/embedded/lmdb.js'
import { copySnapshot } from '../../../../src/platform/database/embedded/copy-snapshot.js'

const check = (folder: string) => checkDataFile({ folder })

/** How long the file is, and how long by what it says of itself. In bytes. */
async function lengths(folder: string) {
  const env = openLmdb(folder, { readOnly: true })
  const { lastPageNumber, pageSize } = env.getStats() as { lastPageNumber: number; pageSize: number }
  await env.close()
  const { size } = await stat(join(folder, 'data.mdb'))
  return { size, pageSize, needed: (lastPageNumber + 1) * pageSize }
}

const documentOf = (size: number) => BSON.serialize({ text: 'x'.repeat(size) })
const put = (id: string, size: number) => ({ collection: 'things', id, bytes: documentOf(size) })
const remove = (id: string) => ({ collection: 'things', id, bytes: null })
const manyIds = Array.from({ length: 500 }, (_, index) => `thing-${index}`)

/** Writes in every way that leaves pages of a commit without use, the last ones among them. */
async function fill(disk: Disk, seen: () => Promise<void> = async () => undefined) {
  const commits = [
    manyIds.map(id => put(id, 300)),
    [put('large', 500 * KiB), remove('large'), put('small', 10)],
    [...manyIds.map(id => put(`${id}-more`, 1 * KiB)), ...manyIds.map(id => remove(`${id}-more`))],
    manyIds.slice(1).map(remove),
    [put('large', 2000 * KiB)],
    [remove('large')],
    [...manyIds.map(id => put(id, 3 * KiB)), ...manyIds.map(remove)],
    [put('small', 20)],
  ]
  for (const changes of commits) {
    await disk.write(changes)
    await seen()
  }
}

/** A folder in this one in which much was written. */
async function filled(parent: string): Promise<string> {
  const folder = join(parent, 'filled')
  const disk = await openDisk(folder)
  await fill(disk)
  await disk.close()
  return folder
}

t.test('never leaves the data file shorter than its pages after a commit', async t => {
  const folder = t.testdir()
  const disk = await openDisk(folder)
  await fill(disk, async () => {
    const { size, needed } = await lengths(folder)
    t.ok(size >= needed, `${size} of ${needed}`)
  })
  await disk.close()
  await check(folder)
})

t.test('accepts a data file without writes, and its copies', async t => {
  const parent = t.testdir({ copy: {} })
  const fresh = join(parent, 'fresh')
  await (await openDisk(fresh)).close()
  await check(fresh)

  const folder = await filled(parent)
  const [snapshot, copy] = [join(parent, 'snapshot'), join(parent, 'copy')]
  await copySnapshot(folder, snapshot)
  await copyFile(join(folder, 'data.mdb'), join(copy, 'data.mdb'))
  for (const other of [snapshot, copy]) await check(other)
})

t.test('accepts a data file without the reserved space at its end, but not without any page', async t => {
  const folder = await filled(t.testdir())
  const file = join(folder, 'data.mdb')
  const { size, needed, pageSize } = await lengths(folder)
  t.ok(size > needed, 'space is reserved in advance')
  await truncate(file, needed)
  await check(folder)
  const disk = await openDisk(folder)
  await disk.write([put('another', 100 * KiB)])
  await disk.close()
  await check(folder)

  const pages = (await lengths(folder)).needed / pageSize
  await truncate(file, pages * pageSize - 1)
  await t.rejects(check(folder), {
    message: `${file} cannot be read (it is truncated: it has ${pages - 1} of ${pages} pages). If it is damaged, restore a backup`,
  })
  for (const part of [0.9, 0.8, 0.7, 0.5]) {
    await truncate(file, Math.floor(pages * part) * pageSize)
    await t.rejects(check(folder), { message: `${file} cannot be read (` }, `${part} of it`)
  }
})
