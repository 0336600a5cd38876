import { setTimeout as pause } from 'node:timers/promises'
import { ObjectId, type Filter } from 'mongodb'
import { DuplicateKeyError, type Collection, type Entity } from './database.js'

/** What has been done to the database as a whole, and who does more of it now. There is one. */
export interface SchemaVersion extends Entity {
  /** How many migrations have been done. */
  version: number
  holder: ObjectId | null
  /** Whoever is at work and has not renewed this in time has died. */
  leaseUntil: Date
}

const documentId = new ObjectId('000000000000000000000001')
const never = new Date(0)
/** How long others wait before they look again, in milliseconds. */
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

/** Waits until nobody is at work, or whoever was has died. */
export async function waitForOthers(shapes: Collection<SchemaVersion>): Promise<void> {
  while ((await currentSchemaVersion(shapes)).leaseUntil > new Date()) await pause(pollInterval)
}

interface LeasedWork {
  /** What has to be true of the shape. */
  where?: Filter<SchemaVersion>
  /** Milliseconds after which whoever does not renew it counts as dead. */
  lease: number
  /** @returns what it changes of the shape */
  work: () => Promise<Partial<SchemaVersion>>
}

/**
 * Does work that one does at a time, however many instances start.
 * @returns whether it was done; not where another is at work, or the shape is another
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
    // There is one, and it is not as it should be.
    if (error instanceof DuplicateKeyError) return false
    throw error
  }
}

const leaseEnd = ({ lease }: LeasedWork) => new Date(Date.now() + lease)
