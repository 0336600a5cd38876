import { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Database, type Entity } from '../../../platform/database/database.js'
import { yieldToEventLoop } from '../../../lib/event-loop.js'
import type { CatalogueContent, Exercise, ExerciseImage, Source, Translations } from './models.js'
import type { Deltoid, ExerciseEntry } from '../../../lib/exercise-vocabulary.js'

const batchSize = 500

/** Documents of earlier versions lack the optional fields, which are read as their defaults. */
interface ExerciseDocument extends Omit<ExerciseEntry, 'deltoids'>, Entity {
  deltoids?: Deltoid[]
  translations?: Translations
  images?: ExerciseImage[]
  videoUrl?: string | null
  isArchived?: boolean
  source: Source
  version?: number
  createdAt?: Date
  updatedAt: Date
}

/** A single document that counts the changes of the catalogue. */
interface CatalogueRevision extends Entity {
  number: number
}

const revisionId = new ObjectId('000000000000000000000001')

export function exerciseStore(database: Database) {
  const exercises = database.collection<ExerciseDocument>('exercises', [{ key: { slug: 1 }, unique: true }])
  const revisions = database.collection<CatalogueRevision>('catalogueRevisions')

  return {
    /** Reads in batches and yields to the event loop between them. */
    async findAll(): Promise<Exercise[]> {
      const all: Exercise[] = []
      for (;;) {
        const after = all.at(-1)?.id
        const filter = after === undefined ? {} : { _id: { $gt: new ObjectId(after) } }
        const batch = await exercises.find(filter, { sort: { _id: 1 }, limit: batchSize })
        all.push(...batch.map(toExercise))
        if (batch.length < batchSize) return all
        await yieldToEventLoop()
      }
    },

    async findBySource(source: Source): Promise<Exercise[]> {
      return (await exercises.find({ source })).map(toExercise)
    },

    /** Changes whenever exercises are added or changed. Does not depend on the clocks of the instances. */
    async revision(): Promise<string> {
      const [count, revision] = await Promise.all([
        exercises.countDocuments({}),
        revisions.findById(revisionId),
      ])
      return `${count} ${revision?.number}`
    },

    /** Makes every instance reload the catalogue. Call it after each change. */
    async incrementRevision(): Promise<void> {
      await revisions.updateOne({ _id: revisionId }, { $inc: { number: 1 } }, { upsert: true })
    },

    async find(id: string): Promise<Exercise | null> {
      const found = await exercises.findById(new ObjectId(id))
      return found && toExercise(found)
    },

    count: (): Promise<number> => exercises.countDocuments({}),

    async isSlugTaken(slug: string): Promise<boolean> {
      return (await exercises.findOne({ slug })) !== null
    },

    /** Creates or replaces an exercise on behalf of an administrator. An archived one is listed again. */
    async save(id: string, content: CatalogueContent, before: Exercise | null, now: Date): Promise<void> {
      const written = {
        ...content,
        source: 'administrator' as const,
        isArchived: false,
        version: (before?.version ?? 0) + 1,
        updatedAt: now,
      }
      const _id = new ObjectId(id)
      if (before) await exercises.updateOne({ _id }, { $set: written })
      else await exercises.insertOne({ _id, ...written, createdAt: now })
    },

    async archive({ id, version }: Exercise, now: Date): Promise<void> {
      const $set = { isArchived: true, version: version + 1, updatedAt: now }
      await exercises.updateOne({ _id: new ObjectId(id) }, { $set })
    },

    /** @returns false if the slug is taken */
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
  deltoids: [],
  ...exercise,
})
