import { ObjectId, type ClientSession, type Document } from 'mongodb'
import { headIdOf } from '../../../src/features/owned/head-id.js'
import type { TrainingBench } from './bench.js'

interface Stored extends Document {
  _id: ObjectId
  userId: ObjectId
}

interface RawUser {
  userId: ObjectId
  head: ObjectId
  year: ObjectId
  seq: number
}

const transaction = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
} as const

/**
 * The commands of a save that sets no record, sent with the driver alone: the same number of bytes
 * to documents of the same size in the same collections, but nothing is read, validated or derived. This is a lower
 * limit for the service.
 * @returns a function that saves once for one of the users
 */
export async function rawSaves(
  { client }: TrainingBench,
  users: number,
): Promise<(user: number) => Promise<void>> {
  const owned = client.db().collection<Stored>('ownedRecords')
  const years = client.db().collection<Stored>('trainingYears')
  const saved = await owned.findOne({ type: 'WORKOUT' }, { sort: { updatedAt: -1 } })
  if (!saved) throw new Error('no user has saved a workout')
  const { _id: _, userId: owner, seq: __, ...workout } = saved
  const head = await owned.findOne({ _id: new ObjectId(headIdOf(owner.toHexString())) })
  const year = await years.findOne({ userId: owner })
  const uses = Object.entries((head?.['exercises'] ?? {}) as Record<string, string>).slice(0, 10)
  const [entry = ''] = Object.values((year?.['entries'] ?? {}) as Record<string, string>)

  const rawUsers = await Promise.all(
    Array.from({ length: users }, async (): Promise<RawUser> => {
      const userId = new ObjectId()
      const rawUser = {
        ...{ userId, head: new ObjectId(headIdOf(userId.toHexString())), year: new ObjectId() },
        seq: Number(head?.['last']),
      }
      await owned.insertOne({ ...head, _id: rawUser.head, userId })
      await years.insertOne({ ...year, _id: rawUser.year, userId })
      return rawUser
    }),
  )

  const headUpdate = ({ userId, head: _id, seq }: RawUser) => ({
    filter: { _id, userId },
    update: {
      $inc: { last: 1, 'counts.WORKOUT': 1 },
      $set: {
        tally: head?.['tally'] as object,
        ...Object.fromEntries(uses.map(([id, use]) => [`exercises.${id}`, `${use}${seq}`])),
      },
    },
  })

  async function write(rawUser: RawUser, session: ClientSession): Promise<void> {
    const _id = new ObjectId()
    const { userId, year } = rawUser
    const readIds = [_id, new ObjectId(headIdOf(_id.toHexString())), rawUser.head]
    await owned.find({ _id: { $in: readIds } }, { session }).toArray()
    const $set = { [`entries.${_id.toHexString()}`]: entry }
    await years.updateOne({ _id: year, userId }, { $set }, { session })
    const key = { _id, userId, type: 'WORKOUT', seq: ++rawUser.seq }
    const { type: _, ...fields } = workout
    const upsert = { filter: key, update: { $set: fields }, upsert: true }
    await owned.bulkWrite([{ updateOne: headUpdate(rawUser) }, { updateOne: upsert }], { session })
  }

  return async user => {
    const session = client.startSession()
    session.startTransaction(transaction)
    await write(rawUsers[user] as RawUser, session)
    await session.commitTransaction()
    await session.endSession()
  }
}
