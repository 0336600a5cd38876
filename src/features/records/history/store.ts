import { ObjectId } from 'mongodb'
import { derivedId } from '../../../lib/ids.js'
import { piecesOf } from '../../../lib/pieces.js'
import { inSlices, nextTurn } from '../../../lib/turns.js'
import type { BulkWrite, Database, Entity } from '../../../platform/database/database.js'
import { deleteInPieces } from '../../../platform/database/delete-in-pieces.js'
import { packEntry, unpackEntry, type Entry } from './entry.js'
import type { Carry } from './replay.js'
import type { ExerciseYear, YearChange } from './walk.js'

/** The embedded database writes documents whole, and lets nobody in between. */
const entriesAtOnce = 10_000
const entriesWorthAYear = 250

export interface YearKey {
  exerciseId: string
  year: number
}

/** Of one person in one calendar year, in UTC: what another feature keeps of it, under its name. */
export interface NamedYear {
  name: string
  year: number
}

/** What becomes of it: entries that are in it now, and some that are not any more. */
export interface NamedYearChange extends NamedYear {
  set: ReadonlyMap<string, string>
  unset: readonly string[]
}

/** One exercise of one person in one calendar year, in UTC. */
interface YearDocument extends Entity {
  userId: ObjectId
  exerciseId: string
  year: number
  carry: Carry
  /** By the workouts' ids. */
  entries: Record<string, string>
}

interface NamedYearDocument extends NamedYear, Entity {
  userId: ObjectId
  entries?: Record<string, string>
}

/** Each save changes a few entries, by their names: nothing is summed up in place, so that twice does no harm. */
export function exerciseYearStore(database: Database) {
  const years = database.collection<YearDocument>('exerciseYears', [{ key: { userId: 1, exerciseId: 1 } }])
  const namedYears = database.collection<NamedYearDocument>('exerciseYears')

  return {
    async find(userId: string, keys: readonly YearKey[]): Promise<ExerciseYear[]> {
      const ids = keys.map(({ exerciseId, year }) => idOf(userId, exerciseId, year))
      const found = await years.find({ userId: new ObjectId(userId), _id: { $in: ids } })
      const all: ExerciseYear[] = []
      for (const document of found) all.push(await toYear(document))
      return all
    },

    /** Leaves nothing of a person. */
    erase: (userId: string): Promise<void> => deleteInPieces(years, { userId: new ObjectId(userId) }),

    /** The entries that are kept under a name, a list for each year. */
    async findNamed(userId: string, name: string, wanted: readonly number[]): Promise<string[][]> {
      const ids = wanted.map(year => idOf(userId, name, year))
      const found = await namedYears.find({ userId: new ObjectId(userId), _id: { $in: ids } })
      return found.map(({ entries = {} }) => Object.values(entries))
    },

    /** @param named go to the database in the same command */
    async write(
      userId: string,
      changes: readonly YearChange[],
      named: readonly NamedYearChange[],
    ): Promise<void> {
      const writes = [
        ...named.map(change => ({ weight: entriesWorthAYear, write: toNamedWrite(userId, change) })),
        ...changes.map(change => ({
          weight: entriesWorthAYear + (change.after?.size ?? 0),
          write: toWrite(userId, change),
        })),
      ]
      const pieces = piecesOf(writes, entriesAtOnce, ({ weight }) => weight)
      for (const piece of pieces) {
        await years.bulkWrite(piece.map(({ write }) => write))
        if (pieces.length > 1) await nextTurn()
      }
    },
  }
}

export type ExerciseYearStore = ReturnType<typeof exerciseYearStore>

const idOf = (userId: string, exerciseIdOrName: string, year: number) =>
  new ObjectId(derivedId(userId, exerciseIdOrName, year))

async function toYear({ exerciseId, year, carry, entries: texts }: YearDocument): Promise<ExerciseYear> {
  const entries: Entry[] = []
  await inSlices(Object.entries(texts), ([workoutId, text]) => entries.push(unpackEntry(workoutId, text)))
  return { exerciseId, year, carry, entries }
}

function toWrite(userId: string, { exerciseId, year, isNew, after }: YearChange): BulkWrite<YearDocument> {
  const its = { _id: idOf(userId, exerciseId, year), userId: new ObjectId(userId) }
  if (!after) return { deleteOne: { filter: its } }
  const { carry, set, unset } = after
  if (isNew) {
    const entries = Object.fromEntries(set.map(entry => [entry.workoutId, packEntry(entry)]))
    return { insertOne: { document: { ...its, exerciseId, year, carry, entries } } }
  }
  const field = (workoutId: string) => `entries.${workoutId}`
  const $set = { carry, ...Object.fromEntries(set.map(entry => [field(entry.workoutId), packEntry(entry)])) }
  const $unset = Object.fromEntries(unset.map(workoutId => [field(workoutId), true as const]))
  return { updateOne: { filter: its, update: { $set, ...(unset.length > 0 && { $unset }) } } }
}

function toNamedWrite(userId: string, { name, year, set, unset }: NamedYearChange): BulkWrite<YearDocument> {
  const $set = Object.fromEntries([...set].map(([id, text]) => [`entries.${id}`, text]))
  const $unset = Object.fromEntries(unset.map(id => [`entries.${id}`, true as const]))
  const filter = { _id: idOf(userId, name, year), userId: new ObjectId(userId) }
  const update = { $set: { name, year, ...$set }, ...(unset.length > 0 && { $unset }) }
  return { updateOne: { filter, update, upsert: true } }
}
