import { setTimeout as pause } from 'node:timers/promises'
import { ObjectId } from 'mongodb'
import { ConfigError } from '../../errors.js'
import { minutes } from '../../lib/quantities.js'
import { DuplicateKeyError, type Collection, type Database, type Entity } from './database.js'

/**
 * Brings documents of an older shape up to date. It may be cut off anywhere and is run again then, also on documents
 * that it has changed already, while older instances may still be at work.
 */
export type Migration = (database: Database) => Promise<void>

interface Shape extends Entity {
  /** How many migrations have been done. */
  version: number
  holder: ObjectId | null
  /** Whoever does a migration and has not renewed this in time has died. */
  leaseUntil: Date
}

const only = new ObjectId('000000000000000000000001')
const lease = 1 * minutes
const never = new Date(0)
/** How long others wait before they look again, in milliseconds. */
const glance = 100

/**
 * Does what is still to be done, in order, each once however many instances start.
 * @throws ConfigError where the database has been brought to a shape that this program does not know
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const shapes = database.collection<Shape>('shape')
  const holder = new ObjectId()
  for (;;) {
    const { version } = await currentShape(shapes)
    if (version > migrations.length)
      throw new ConfigError([
        `The database has shape ${version}, and this program knows ${migrations.length} at most. Start the newer program, or bring back a backup.`,
      ])
    const migration = migrations[version]
    if (!migration) return
    const now = new Date()
    const held = await shapes.updateOne(
      { _id: only, version, leaseUntil: { $lte: now } },
      { $set: { holder, leaseUntil: leaseFrom(now) } },
    )
    if (held.matchedCount === 0) await pause(glance)
    else await done(shapes, holder, version, () => migration(database))
  }
}

async function currentShape(shapes: Collection<Shape>): Promise<Shape> {
  const known = await shapes.findOne({ _id: only })
  if (known) return known
  const first: Shape = { _id: only, version: 0, holder: null, leaseUntil: never }
  await shapes.insertOne(first).catch((error: unknown) => {
    if (!(error instanceof DuplicateKeyError)) throw error
  })
  return currentShape(shapes)
}

async function done(
  shapes: Collection<Shape>,
  holder: ObjectId,
  version: number,
  work: () => Promise<void>,
): Promise<void> {
  const renew = () => shapes.updateOne({ _id: only, holder }, { $set: { leaseUntil: leaseFrom(new Date()) } })
  const timer = setInterval(() => void renew().catch(() => undefined), lease / 4)
  const release = (change: Partial<Shape>) =>
    shapes.updateOne({ _id: only, holder, version }, { $set: { holder: null, leaseUntil: never, ...change } })
  try {
    await work()
    await release({ version: version + 1 })
  } catch (error) {
    await release({}).catch(() => undefined)
    throw error
  } finally {
    clearInterval(timer)
  }
}

const leaseFrom = (now: Date) => new Date(now.getTime() + lease)
