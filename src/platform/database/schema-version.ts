import { setTimeout as pause } from 'node:timers/promises'
import { ObjectId, type Filter } from 'mongodb'
import { DuplicateKeyError, type Collection, type Database, type Entity } from './database.js'

/** The document that records the schema version, and which instance is migrating the database. There is only one. */
interface SchemaVersion extends Entity {
  /** The number of completed migrations. */
  version: number
  holder: ObjectId | null
  /** A holder that does not renew its lease in time is considered dead. */
  leaseUntil: Date
}

export const schemaVersionCollection = 'schemaVersions'
/** The collection of the document until the migration `rename-collections` is complete. */
export const earlierSchemaVersionCollection = 'shape'

const onlyId = new ObjectId('000000000000000000000001')
const never = new Date(0)
/** The interval at which a lease that another instance holds is polled, in milliseconds. */
const pollInterval = 100

interface ExclusiveWork {
  /** A condition on the document. */
  where?: Filter<SchemaVersion>
  /** The duration of the lease, in milliseconds. A holder that does not renew it in time is considered dead. */
  lease: number
  /** @returns the fields of the document that change */
  work: () => Promise<Partial<SchemaVersion>>
}

export function schemaVersionStore(database: Pick<Database, 'collection' | 'administration'>) {
  const current = database.collection<SchemaVersion>(schemaVersionCollection)
  const earlier = database.administration.existing<SchemaVersion>(earlierSchemaVersionCollection)

  // Every operation locates the document again, because it can move while an instance waits for it.
  async function locate(): Promise<{ collection: Collection<SchemaVersion>; found: SchemaVersion | null }> {
    const found = await current.findOne({ _id: onlyId })
    if (found) return { collection: current, found }
    const foundEarlier = await earlier.findOne({ _id: onlyId })
    return { collection: foundEarlier ? earlier : current, found: foundEarlier }
  }

  async function read(): Promise<SchemaVersion> {
    const { found } = await locate()
    return found ?? { _id: onlyId, version: 0, holder: null, leaseUntil: never }
  }

  async function acquire({ where, lease }: ExclusiveWork, holder: ObjectId): Promise<boolean> {
    const filter = { ...where, _id: onlyId, leaseUntil: { $lte: new Date() } }
    const $set = { holder, leaseUntil: new Date(Date.now() + lease) }
    const { collection } = await locate()
    if (collection === earlier) return (await earlier.updateOne(filter, { $set })).matchedCount > 0
    try {
      await current.updateOne(filter, { $set, $setOnInsert: { version: 0 } }, { upsert: true })
      return true
    } catch (error) {
      // The document exists, but it does not match the filter.
      if (error instanceof DuplicateKeyError) return false
      throw error
    }
  }

  async function change(holder: ObjectId, $set: Partial<SchemaVersion>): Promise<void> {
    const { collection } = await locate()
    await collection.updateOne({ _id: onlyId, holder }, { $set })
  }

  return {
    read,

    /** Returns whether the document still has to move to its current collection. */
    isInEarlierCollection: async (): Promise<boolean> => (await locate()).collection === earlier,

    /** Waits until no instance holds the lease. */
    async waitUntilFree(): Promise<void> {
      while ((await read()).leaseUntil > new Date()) await pause(pollInterval)
    },

    /**
     * Runs work that only one instance may run at a time.
     * @returns false if the work was not done, because another instance holds the lease or the condition is not met
     */
    async runExclusively(exclusive: ExclusiveWork): Promise<boolean> {
      const holder = new ObjectId()
      if (!(await acquire(exclusive, holder))) return false
      const renew = () => change(holder, { leaseUntil: new Date(Date.now() + exclusive.lease) })
      const timer = setInterval(() => void renew().catch(() => undefined), exclusive.lease / 4)
      const released = { holder: null, leaseUntil: never }
      try {
        const changed = await exclusive.work()
        await change(holder, { ...changed, ...released })
        return true
      } catch (error) {
        await change(holder, released).catch(() => undefined)
        throw error
      } finally {
        clearInterval(timer)
      }
    },
  }
}

export type SchemaVersionStore = ReturnType<typeof schemaVersionStore>
