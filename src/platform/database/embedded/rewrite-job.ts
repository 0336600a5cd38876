import { ObjectId } from 'mongodb'
import { hours } from '../../../lib/quantities.js'
import type { Collection, DatabaseJob, Entity } from '../database.js'
import type { Disk } from './disk.js'

export const rewriteCollection = 'dataFileRewrites'

interface DataFileRewrite extends Entity {
  rewrittenAt: Date
}

const documentId = new ObjectId('000000000000000000000001')

/** Data that is deleted just after a rewrite has started is removed by the next one, within a day. */
const interval = 12 * hours
const checkInterval = 1 * hours

/** Rewrites the data file twice a day, because deleted data remains in the file until then. */
export function rewriteJob(
  disk: Pick<Disk, 'rewrite'>,
  rewrites: Collection<DataFileRewrite>,
  clock: () => Date,
): DatabaseJob {
  const keepTime = (rewrittenAt: Date) =>
    rewrites.updateOne({ _id: documentId }, { $set: { rewrittenAt } }, { upsert: true })

  return {
    name: 'rewrite the data file',
    interval: checkInterval,
    async run(signal) {
      const now = clock()
      const last = await rewrites.findById(documentId)
      // A new database contains no deleted data yet.
      if (!last) return keepTime(now)
      if (now.getTime() - last.rewrittenAt.getTime() < interval) return
      await disk.rewrite(signal)
      return keepTime(now)
    },
  }
}
