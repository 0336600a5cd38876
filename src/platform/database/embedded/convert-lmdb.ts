import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ObjectId } from 'mongodb'
import { createYielder } from '../../../lib/event-loop.js'
import { formatCount } from '../../../lib/plural.js'
import { MiB } from '../../../lib/quantities.js'
import { pathExists, syncFolder } from '../../files/folders.js'
import { dataFileName, openDataFile, type DataFile } from './data-file.js'
import { allKeys } from './data-reader.js'

/** The files of the format that the service used before: lmdb. */
const lmdbFileName = 'data.mdb'
const lmdbFiles = [lmdbFileName, 'lock.mdb']

const stagingName = 'converting'

/** The size of one transaction, in bytes. */
const batchSize = 4 * MiB

type Report = (message: string) => void

/**
 * Converts the lmdb file of earlier versions, if there is one. An interrupted conversion continues at the next start. The
 * lmdb file is kept until the conversion is complete.
 * @throws Error if another process has the folder open
 */
export async function convertLmdb(folder: string, report: Report): Promise<void> {
  if (!(await pathExists(join(folder, lmdbFileName)))) return
  if (!(await pathExists(join(folder, dataFileName)))) {
    const staging = join(folder, stagingName)
    const count = await copyDocuments(folder, await openDataFile(staging, () => undefined), report)
    await rename(join(staging, dataFileName), join(folder, dataFileName))
    await syncFolder(folder)
    report(`converted ${lmdbFileName} to ${dataFileName}: ${formatCount(count)} documents`)
  }
  for (const name of [...lmdbFiles, stagingName])
    await rm(join(folder, name), { recursive: true, force: true })
}

/** Copies all documents in the order of their keys, and returns their number. */
async function copyDocuments(folder: string, file: DataFile, report: Report): Promise<number> {
  // Only a conversion needs this package.
  const { findOtherProcess, openLmdb } = await import('./lmdb.js')
  const { writer } = file
  const lmdb = openLmdb(folder)
  try {
    const pid = findOtherProcess(lmdb)
    if (pid !== undefined)
      throw new Error(`the data folder ${folder} is open in process ${pid}: stop that process`)
    const collections = writer.collections()
    const last = collections.at(-1)
    const start: [string, string] | undefined = last === undefined ? undefined : [last, lastId(file, last)]
    const pause = createYielder()
    let count = 0
    for (const name of collections) count += writer.count(name)
    let size = 0
    writer.begin()
    for (const { key, value } of lmdb.getRange(start && { start })) {
      if (start && key[0] === start[0] && key[1] === start[1]) continue
      const [collection, id] = key
      writer.putDocument(collection, ObjectId.createFromHexString(id).id, value)
      size += value.length
      if (++count % 10_000 === 0) report(`converting ${lmdbFileName}: ${formatCount(count)} documents`)
      if (size < batchSize) continue
      size = 0
      writer.commit()
      if (await file.needsCheckpoint()) await file.emptyLog()
      await pause()
      writer.begin()
    }
    writer.commit()
    // The data file is moved without its log.
    await file.emptyLog()
    return count
  } finally {
    await file.close()
    await lmdb.close()
  }
}

function lastId({ writer }: DataFile, collection: string): string {
  const [id] = writer.ids(collection, allKeys, { isDescending: true, limit: 1 })
  return Buffer.from(id ?? []).toString('hex')
}
