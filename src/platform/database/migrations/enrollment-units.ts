import type { ObjectId } from 'mongodb'
import type { Entity } from '../database.js'
import type { Migration } from '../migrate.js'

interface OwnedRecord extends Entity {
  type?: string
  deletedAt?: Date | null
  content?: { unit?: string } | null
}

const batchSize = 500

const kilogramsWithoutGym = {
  'content.unit': 'KG',
  'content.gymId': null,
  'content.decisions.unit': null,
  'derived.periods': [{ since: null, unit: 'KG', equipment: null, increments: [] }],
}

/** For enrollments that are older than units: their loads are in kilograms, and they have no gym. */
export const addEnrollmentUnits: Migration = async database => {
  const records = database.collection<OwnedRecord>('ownedRecords')
  const projection = { type: 1, deletedAt: 1, 'content.unit': 1 } as const
  for (let last: ObjectId | undefined; ;) {
    const filter = last ? { _id: { $gt: last } } : {}
    const found = await records.find(filter, { sort: { _id: 1 }, limit: batchSize, projection })
    const writes = found
      .filter(({ type, deletedAt, content }) => type === 'ENROLLMENT' && !deletedAt && !content?.unit)
      .map(({ _id }) => ({ updateOne: { filter: { _id }, update: { $set: kilogramsWithoutGym } } }))
    if (writes.length > 0) await records.bulkWrite(writes)
    last = found.at(-1)?._id
    if (found.length < batchSize) return
  }
}
