import { derivedId } from '../../../../lib/ids.js'
import { chunk } from '../../../../lib/chunk.js'
import type { Database } from '../../../../platform/database/database.js'
import type { WriteResult } from '../../../owned/models.js'
import type { ExerciseContent } from '../../../training/exercises/models.js'
import type { ExerciseService } from '../../../training/exercises/service.js'
import { customExerciseLimitMessage, maxCustomExercises } from '../../../training/exercises/custom/limits.js'
import type { CustomExerciseService } from '../../../training/exercises/custom/service.js'
import type { ResolvedExercise } from '../workout-draft.js'
import type { CreatedExercise } from '../models.js'
import type { ImportProgress } from '../progress.js'
import type { Lease } from '../lease.js'

const batchSize = 50
/** The number of ids that are tried for an exercise: the id of a deleted exercise cannot be used again. */
const maxAttempts = 5

interface Dependencies {
  exercises: Pick<ExerciseService, 'listAll'> & { custom: CustomExerciseService }
  database: Pick<Database, 'transaction'>
}

/** Resolves the exercises of a file by their keys. */
export interface ExercisePlan {
  exerciseOf(key: string): ResolvedExercise | undefined
  /** The reason why an exercise could not be resolved. */
  problemOf(key: string): string
}

/** An exercise that a file names. */
export interface FileExercise {
  /** The name in the file. */
  name: string
  /** The number of sets. */
  rows: number
  /** The content to save if the exercise has to be created. */
  content: ExerciseContent
  /** The original exercise if the file is an export of this service; null if only the name is known. */
  origin: { id: string; slug: string } | null
}

/** An exercise that a file names, with the key by which its workouts refer to it. */
type KeyedExercise = readonly [key: string, exercise: FileExercise]

/** The resolved exercises of a file, and the reasons why others could not be resolved, by key. */
interface ResolvedExercises {
  resolved: ReadonlyMap<string, ResolvedExercise>
  problems: ReadonlyMap<string, string>
}

export const toExercisePlan = ({ resolved, problems }: ResolvedExercises): ExercisePlan => ({
  exerciseOf: key => resolved.get(key),
  problemOf: key => problems.get(key) ?? nameLimitReached,
})

/** Creates the exercises of a file that do not exist. A dry run only adds them to the counts. */
export function exerciseCreator({ exercises, database }: Dependencies) {
  const customExercises = exercises.custom

  /** @param missing the exercises that do not exist */
  return async (
    userId: string,
    missing: readonly KeyedExercise[],
    { counts, addCreated }: Pick<ImportProgress, 'counts' | 'addCreated'>,
    { dryRun, lease }: { dryRun: boolean; lease: Lease },
  ): Promise<ResolvedExercises> => {
    const resolved = new Map<string, ResolvedExercise>()
    const problems = new Map<string, string>()

    if (dryRun) await preview()
    else await create()
    return { resolved, problems }

    /** Counts the exercises that would be created, up to the limit. */
    async function preview(): Promise<void> {
      const { own } = await exercises.listAll(userId)
      const capacity = maxCustomExercises - own.length
      for (const [index, [key, { name, content }]] of missing.entries()) {
        if (index >= capacity) problems.set(key, customExerciseLimitMessage)
        else {
          counts.created.push({ id: '', name })
          resolved.set(key, { id: idOf(userId, key, 0), trackingType: content.trackingType })
        }
      }
    }

    async function create(): Promise<void> {
      let remaining = missing
      for (let attempt = 0; attempt < maxAttempts && remaining.length > 0; attempt++) {
        const idsTaken: KeyedExercise[] = []
        for (const batch of chunk(remaining, batchSize, () => 1)) {
          const { results, created } = await database.transaction(userId, () => save(batch, attempt))
          addCreated(created)
          for (const [index, result] of results.entries()) {
            const [key, exercise] = batch[index] as KeyedExercise
            if (result.error) problems.set(key, result.error.message)
            else if (!isCreated(result)) idsTaken.push([key, exercise])
            else
              resolved.set(key, {
                id: idOf(userId, key, attempt),
                trackingType: exercise.content.trackingType,
              })
          }
        }
        remaining = idsTaken
      }
    }

    /** Records the created exercises in the same transaction, so that a restarted import does not count them as existing. */
    async function save(batch: readonly KeyedExercise[], attempt: number) {
      const results = await customExercises.apply(userId, batch.map(saveOf(attempt)))
      const created = batch.flatMap(([key, { name }], index): CreatedExercise[] =>
        isCreated(results[index]) ? [{ id: idOf(userId, key, attempt), name }] : [],
      )
      await lease.renew({ unmatched: counts.unmatched, created: [...counts.created, ...created] })
      return { results, created }
    }

    function saveOf(attempt: number) {
      return ([key, { content }]: KeyedExercise) => ({
        id: idOf(userId, key, attempt),
        expectedVersion: null,
        content,
        path: 'exercise',
      })
    }
  }
}

/**
 * Returns false for the id of a deleted exercise, which cannot be restored, and of one that was edited since an earlier
 * import, whose name is another one: these need another id.
 */
const isCreated = (result: WriteResult | undefined): boolean =>
  result?.status !== 'CONFLICT' && result?.row?.content != null

export type ExerciseCreator = ReturnType<typeof exerciseCreator>

const nameLimitReached = 'The exercise could not be created: the file has too many different exercises.'

const idOf = (userId: string, key: string, attempt: number) =>
  derivedId('imported exercise', userId, key, attempt)
