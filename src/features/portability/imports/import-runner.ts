import { isId } from '../../../lib/ids.js'
import { chunk } from '../../../lib/chunk.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ResolvedExercise } from './workout-draft.js'
import type { MatchableExercise } from './matching/exercise-matcher.js'
import type { ExerciseCreator } from './matching/exercise-creator.js'
import type { ExportedProfile } from './parsing/export-schemas.js'
import { UnreadableFileError } from './parsing/unreadable-file-error.js'
import type { ImportJob } from './store.js'
import type { RecordRestorer } from './record-restorer.js'
import type { RecordCandidate } from './sources/source.js'
import type { ImportProgress } from './progress.js'
import type { ExerciseChunk, MissingExercise, ReadTask, WorkoutsTask } from './threads/tasks.js'
import type { ImportThreadPool, TaskInput } from './threads/thread-pool.js'
import type { Lease } from './lease.js'
import type { WorkoutWriter } from './workout-writer.js'

/** Exercises sent to a thread in one message. Requests wait while a message is serialized. */
const exercisesPerMessage = 500

interface Dependencies {
  threads: Pick<ImportThreadPool, 'analyze' | 'workouts'>
  storage: Pick<ObjectStorage, 'read'>
  exercises: Pick<ExerciseService, 'listAll' | 'findMany'>
  createExercises: ExerciseCreator
  writer: WorkoutWriter
  restoreRecords: RecordRestorer
  /** Sets the profile fields that are still empty. */
  fillProfile(userId: string, profile: ExportedProfile): Promise<void>
  clock: () => Date
}

/** The exercises that the file names, by whether they exist. */
interface AnalyzedExercises {
  /** By key. */
  existing: Map<string, ResolvedExercise>
  missing: MissingExercise[]
}

/** Runs an import. It is idempotent: running it again from the start does not repeat its writes. */
export function importRunner(dependencies: Dependencies) {
  const { threads, storage, exercises, createExercises, writer, restoreRecords, fillProfile, clock } =
    dependencies

  return async (job: ImportJob, progress: ImportProgress, lease: Lease): Promise<void> => {
    const { userId, options } = job
    const { dryRun } = options
    const task = { userId, options, now: clock() }
    const { existing, missing } = await analyze(job, task, progress, lease)
    const keyed = missing.map(({ key, exercise }) => [key, exercise] as const)
    const { resolved, problems } = await createExercises(userId, keyed, progress, { dryRun, lease })
    const plan = { resolved: new Map([...existing, ...resolved]), problems }
    const records = await writeWorkouts(job, { ...task, ...plan }, progress, lease)
    // Goals count workouts, so they come last.
    await restoreRecords(userId, records, progress, { dryRun, lease })
  }

  /** Reads the file, fills in the profile, and finds out which exercises exist. */
  async function analyze(
    job: ImportJob,
    task: TaskInput<ReadTask>,
    { counts }: ImportProgress,
    { signal }: Lease,
  ): Promise<AnalyzedExercises> {
    const { userId, options } = job
    const existing = new Map<string, ResolvedExercise>()
    const unmatched: MissingExercise[] = []
    const analysisTask = { ...task, created: counts.created }
    for await (const result of threads.analyze(analysisTask, chunksOf(job), exerciseChunks(userId), signal))
      if ('rowsRead' in result) counts.rowsRead = result.rowsRead
      else if ('profile' in result) {
        if (!options.dryRun) await fillProfile(userId, result.profile)
      } else if ('missing' in result) unmatched.push(...result.missing)
      else
        for (const { key, exercise, match } of result.found) {
          existing.set(key, exercise)
          if (match) counts.matched.push(match)
        }

    const deleted = await findDeleted(userId, unmatched)
    for (const [key, { id, name, trackingType }] of deleted) {
      existing.set(key, { id, trackingType })
      counts.matched.push({ name, exerciseId: id, confidence: 1 })
    }
    const missing = unmatched.filter(({ key }) => !deleted.has(key))
    // The names of a restarted import are known, and may match the exercises that it has created.
    if (counts.unmatched.length === 0)
      for (const { exercise, suggestions } of missing)
        counts.unmatched.push({ name: exercise.name, rows: exercise.rows, suggestions })
    return { existing, missing }
  }

  /** Finds the user's deleted custom exercises that workouts still reference, by key: they are not created again. */
  async function findDeleted(
    userId: string,
    unmatched: readonly MissingExercise[],
  ): Promise<Map<string, Exercise>> {
    const ids = unmatched.flatMap(({ exercise: { origin } }) =>
      origin && isId(origin.id) ? [origin.id] : [],
    )
    const found = await exercises.findMany(userId, ids)
    return new Map(
      unmatched.flatMap(({ key, exercise: { origin } }) => {
        const exercise = found.get(origin?.id ?? '')
        return exercise ? [[key, exercise] as const] : []
      }),
    )
  }

  /** Writes the workouts of the file. Returns its other records. */
  async function writeWorkouts(
    job: ImportJob,
    task: TaskInput<WorkoutsTask>,
    progress: ImportProgress,
    lease: Lease,
  ): Promise<RecordCandidate[]> {
    const batch = writer(job, progress, lease)
    const records: RecordCandidate[] = []
    for await (const { candidates } of threads.workouts(task, chunksOf(job), lease.signal))
      for (const candidate of candidates)
        if ('save' in candidate) await batch.add(candidate)
        else if ('record' in candidate) records.push(candidate)
        else progress.skip(candidate)
    await batch.end()
    return records
  }

  async function* chunksOf({ fileKey }: ImportJob): AsyncGenerator<Uint8Array> {
    const file = await storage.read('user-assets', fileKey)
    if (!file) throw new UnreadableFileError('The uploaded file is no longer available.')
    // Copy the chunk: posting a view of a pooled buffer would send the whole buffer.
    for await (const chunk of file as AsyncIterable<Buffer>) yield new Uint8Array(chunk)
  }

  async function* exerciseChunks(userId: string): AsyncGenerator<ExerciseChunk> {
    const { own, catalogue } = await exercises.listAll(userId)
    const chunks = (all: readonly Exercise[]) => chunk(all, exercisesPerMessage, () => 1)
    for (const batch of chunks(own)) yield { own: batch.map(toMatchable), catalogue: [] }
    for (const batch of chunks(catalogue)) yield { own: [], catalogue: batch.map(toMatchable) }
  }
}

function toMatchable(exercise: Exercise): MatchableExercise {
  const { id, slug, name, aliases, category, equipment, trackingType } = exercise
  const translatedTexts = Object.values(exercise.translations ?? {}).map(({ name, aliases }) => ({
    name,
    aliases,
  }))
  return { id, slug, name, aliases, category, equipment, trackingType, translatedTexts }
}
