import { ObjectId } from 'mongodb'
import { DuplicateKeyError, type Database, type Entity } from '../../platform/database/database.js'
import { nextTurn } from '../../lib/turns.js'
import type { Exercise, Source } from './models.js'
import type { ExerciseEntry } from './vocabulary.js'

const readAtOnce = 1000

interface ExerciseDocument extends ExerciseEntry, Entity {
  source: Source
  updatedAt: Date
}

export function exerciseStore(database: Database) {
  const exercises = database.collection<ExerciseDocument>('exercises', [
    { key: { slug: 1 }, unique: true },
    { key: { updatedAt: 1 } },
  ])

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
        await nextTurn()
      }
    },

    async bySource(source: Source): Promise<Exercise[]> {
      return (await exercises.find({ source })).map(toExercise)
    },

    /** Changes whenever an exercise is added or changed. */
    async revision(): Promise<string> {
      const [count, [latest]] = await Promise.all([
        exercises.countDocuments({}),
        exercises.find({}, { sort: { updatedAt: -1 }, limit: 1 }),
      ])
      return `${count} ${latest?.updatedAt.getTime()}`
    },

    /** False if the slug is taken. */
    async insert(entry: ExerciseEntry, source: Source, now: Date): Promise<boolean> {
      try {
        await exercises.insertOne({ _id: new ObjectId(), ...entry, source, updatedAt: now })
        return true
      } catch (error) {
        if (error instanceof DuplicateKeyError) return false
        throw error
      }
    },

    async replace(entry: ExerciseEntry, source: Source, now: Date): Promise<void> {
      await exercises.updateOne({ slug: entry.slug, source }, { $set: { ...entry, updatedAt: now } })
    },
  }
}

export type ExerciseStore = ReturnType<typeof exerciseStore>

function toExercise({ _id, ...exercise }: ExerciseDocument): Exercise {
  return { id: _id.toHexString(), ...exercise }
}
