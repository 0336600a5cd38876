import { setTimeout as pause } from 'node:timers/promises'
import { ObjectId, type Filter } from 'mongodb'
import { DuplicateKeyError, type Collection, type Entity } from './database.js'

/** The only document of its collection: the schema version, and the lease of the instance that works on the schema. */
export interface SchemaVersion extends Entity {
  /** The number of migrations done. */
  version: number
  holder: ObjectId | null
  /** The holder renews the lease while it works. A holder whose lease has expired is considered dead. */
  leaseUntil: Date
}

const documentId = new ObjectId('000000000000000000000001')
const never = new Date(0)
/** In milliseconds. */
const pollInterval = 100

export async function currentSchemaVersion(shapes: Collection<SchemaVersion>): Promise<SchemaVersion> {
  return (
    (await shapes.findOne({ _id: documentId })) ?? {
      _id: documentId,
      version: 0,
      holder: null,
      leaseUntil: never,
    }
  )
}

/** Waits until no other instance holds a valid lease. */
export async function waitForOthers(shapes: Collection<SchemaVersion>): Promise<void> {
  while ((await currentSchemaVersion(shapes)).leaseUntil > new Date()) await pause(pollInterval)
}

interface LeasedWork {
  /** A condition that the document must match for the lease to be acquired. */
  where?: Filter<SchemaVersion>
  /** The duration of the lease, in milliseconds. It is renewed while the work runs. */
  lease: number
  /** @returns the fields to update when the lease is released */
  work: () => Promise<Partial<SchemaVersion>>
}

/**
 * Runs work under a lease, so that only one instance does it at a time.
 * @returns false if another instance holds the lease, or the condition does not match
 */
export async function withSchemaLease(shapes: Collection<SchemaVersion>, turn: LeasedWork): Promise<boolean> {
  const holder = new ObjectId()
  if (!(await acquireLease(shapes, turn, holder))) return false
  const change = (fields: Partial<SchemaVersion>) =>
    shapes.updateOne({ _id: documentId, holder }, { $set: fields })
  const renew = () => change({ leaseUntil: leaseEnd(turn) })
  const timer = setInterval(() => void renew().catch(() => undefined), turn.lease / 4)
  const released = { holder: null, leaseUntil: never }
  try {
    const changed = await turn.work()
    await change({ ...changed, ...released })
    return true
  } catch (error) {
    await change(released).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

async function acquireLease(
  shapes: Collection<SchemaVersion>,
  turn: LeasedWork,
  holder: ObjectId,
): Promise<boolean> {
  const free = { ...turn.where, _id: documentId, leaseUntil: { $lte: new Date() } }
  const $set = { holder, leaseUntil: leaseEnd(turn) }
  try {
    await shapes.updateOne(free, { $set, $setOnInsert: { version: 0 } }, { upsert: true })
    return true
  } catch (error) {
    // The document exists but does not match: the lease is taken, or the condition is not met.
    if (error instanceof DuplicateKeyError) return false
    throw error
  }
}

const leaseEnd = ({ lease }: LeasedWork) => new Date(Date.now() + lease)
