import { derivedId } from '../../../../lib/ids.js'
import { chunk } from '../../../../lib/chunk.js'
import type { Database } from '../../../../platform/database/database.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import type { ExerciseService } from '../../../training/exercises/service.js'
import type { exerciseWriters } from '../../../training/exercises/writers.js'
import type { ResolvedExercise } from '../workout-draft.js'
import type { CreatedExercise } from '../models.js'
import type { ImportProgress } from '../progress.js'
import type { Lease } from '../import-worker.js'

/** How many exercises of their own a person has at most. */
const mostOwn = 500
const madeAtOnce = 50
/** How often one that was deleted is made anew. */
const mostTries = 5

interface Dependencies {
  exercises: Pick<ExerciseService, 'everything'> & { writers: ReturnType<typeof exerciseWriters> }
  database: Pick<Database, 'transaction'>
}

/** What exercises of a file are; of the others why they are nothing. */
export interface ExercisePlan {
  exerciseOf(key: string): ResolvedExercise | undefined
  problemOf(key: string): string
}

/** An exercise that a file names. */
export interface FileExercise {
  /** What the file calls it. */
  name: string
  /** What it is if it has to be made. */
  content: ExerciseContent
  /** Which one it was where the file comes from this service; null for what only its name tells. */
  origin: { id: string; slug: string } | null
}

/** The plan of an import, by the keys of its exercises. */
export const toExercisePlan = ({ known, problems }: ResolvedExercises): ExercisePlan => ({
  exerciseOf: key => known.get(key),
  problemOf: key => problems.get(key) ?? tooManyNames,
})

/** What the exercises of a file are; of the others why they are nothing. */
export interface ResolvedExercises {
  known: ReadonlyMap<string, ResolvedExercise>
  problems: ReadonlyMap<string, string>
}

/** Makes exercises of a file that there are not; of a preview, only says which. */
export function exerciseCreator({ exercises, database }: Dependencies) {
  const { kind } = exercises.writers.saveExercise

  /** @param wanted those that there are not, by their keys */
  return async (
    userId: string,
    wanted: readonly [key: string, wish: FileExercise][],
    { counts, addCreated }: Pick<ImportProgress, 'counts' | 'addCreated'>,
    { dryRun, hold }: { dryRun: boolean; hold: Lease },
  ): Promise<ResolvedExercises> => {
    const known = new Map<string, ResolvedExercise>()
    const problems = new Map<string, string>()

    if (dryRun) await preview()
    else await make()
    return { known, problems }

    /** What would be made, as far as there is room. */
    async function preview(): Promise<void> {
      const { own } = await exercises.everything(userId)
      const room = mostOwn - own.length
      for (const [at, [key, { name, content }]] of wanted.entries()) {
        if (at >= room) problems.set(key, tooMany)
        else {
          counts.created.push({ id: '', name })
          known.set(key, { id: idOf(userId, key, 0), trackingType: content.trackingType })
        }
      }
    }

    async function make(): Promise<void> {
      let left: readonly (readonly [string, FileExercise])[] = wanted
      for (let attempt = 0; attempt < mostTries && left.length > 0; attempt++) {
        const next: [string, FileExercise][] = []
        for (const some of chunk(left, madeAtOnce, () => 1)) {
          const { written, made } = await database.transaction(userId, () => save(some, attempt))
          addCreated(made)
          for (const [at, { status, error }] of written.entries()) {
            const [key, wish] = some[at] as (typeof some)[number]
            if (error) problems.set(key, error.message)
            // One that was deleted does not return; it is another one now.
            else if (status === 'CONFLICT') next.push([key, wish])
            else known.set(key, { id: idOf(userId, key, attempt), trackingType: wish.content.trackingType })
          }
        }
        left = next
      }
    }

    /** What is made is remembered with it: when the import is begun anew, it is no exercise that was there before. */
    async function save(some: readonly (readonly [string, FileExercise])[], attempt: number) {
      const written = await kind.apply(userId, some.map(saveOf(attempt)))
      const made = some.flatMap(([key, { name }], at): CreatedExercise[] =>
        written[at]?.error || written[at]?.status === 'CONFLICT'
          ? []
          : [{ id: idOf(userId, key, attempt), name }],
      )
      await hold.renew({ created: [...counts.created, ...made] })
      return { written, made }
    }

    function saveOf(attempt: number) {
      return ([key, { content }]: readonly [string, FileExercise]) => ({
        ...{ id: idOf(userId, key, attempt), expectedVersion: null, content, path: 'exercise' },
      })
    }
  }
}

export type ExerciseCreator = ReturnType<typeof exerciseCreator>

const tooMany = `You already have ${mostOwn} exercises of your own. Delete one first.`
const tooManyNames = 'The exercise could not be created: the file has too many different exercises.'

const idOf = (userId: string, key: string, attempt: number) =>
  derivedId('imported exercise', userId, key, attempt)
