import { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Database, type Entity } from '../../../platform/database/database.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { Exercise, Source } from './models.js'
import type { ExerciseEntry } from './vocabulary.js'

const readAtOnce = 500

/** What is not there yet is read as its default. */
interface ExerciseDocument extends ExerciseEntry, Entity {
  source: Source
  version?: number
  createdAt?: Date
  updatedAt: Date
}

/** One document, which counts the changes of the catalogue. */
interface CatalogueRevision extends Entity {
  number: number
}

const revisionId = new ObjectId('000000000000000000000001')

export function exerciseStore(database: Database) {
  const exercises = database.collection<ExerciseDocument>('exercises', [{ key: { slug: 1 }, unique: true }])
  const revisions = database.collection<CatalogueRevision>('catalogueRevisions')

  return {
    /** In pieces: ten thousands of documents at once would hold everything up. */
    async all(): Promise<Exercise[]> {
      const all: Exercise[] = []
      for (;;) {
        const after = all.at(-1)?.id
        const filter = after === undefined ? {} : { _id: { $gt: new ObjectId(after) } }
        const piece = await exercises.find(filter, { sort: { _id: 1 }, limit: readAtOnce })
        all.push(...piece.map(toExercise))
        if (piece.length < readAtOnce) return all
        await yieldToEventLoop()
      }
    },

    async bySource(source: Source): Promise<Exercise[]> {
      return (await exercises.find({ source })).map(toExercise)
    },

    /** Another one when exercises were added or changed. Clocks of several machines have no part in it. */
    async revision(): Promise<string> {
      const [count, revision] = await Promise.all([
        exercises.countDocuments({}),
        revisions.findById(revisionId),
      ])
      return `${count} ${revision?.number}`
    },

    /** Has every instance load the catalogue anew; to be called after a change. */
    async raiseRevision(): Promise<void> {
      await revisions.updateOne({ _id: revisionId }, { $inc: { number: 1 } }, { upsert: true })
    },

    /** False if the slug is taken. */
    async insert(entry: ExerciseEntry, source: Source, now: Date): Promise<boolean> {
      try {
        await exercises.insertOne({
          _id: new ObjectId(),
          ...entry,
          source,
          version: 1,
          createdAt: now,
          updatedAt: now,
        })
        return true
      } catch (error) {
        if (error instanceof DuplicateKeyError) return false
        throw error
      }
    },

    async replace(before: Exercise, entry: ExerciseEntry, now: Date): Promise<void> {
      const $set = { ...entry, version: before.version + 1, updatedAt: now }
      await exercises.updateOne({ _id: new ObjectId(before.id) }, { $set })
    },
  }
}

export type ExerciseStore = ReturnType<typeof exerciseStore>

const toExercise = ({ _id, ...exercise }: ExerciseDocument): Exercise => ({
  id: _id.toHexString(),
  version: 1,
  createdAt: _id.getTimestamp(),
  isDeleted: false,
  ...exercise,
})
