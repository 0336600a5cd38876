import { isId } from '../../../lib/ids.js'
import { chunk } from '../../../lib/chunk.js'
import type { ObjectStorage } from '../../../platform/files/object-storage.js'
import type { Exercise } from '../../training/exercises/models.js'
import type { ExerciseService } from '../../training/exercises/service.js'
import type { ResolvedExercise } from './workout-draft.js'
import type { MatchableExercise } from './matching/exercise-matcher.js'
import type { ExerciseCreator, FileExercise } from './matching/exercise-creator.js'
import type { OwnProfile } from './parsing/export-data.js'
import { UnreadableFileError } from './parsing/unreadable-file-error.js'
import type { ImportJob } from './store.js'
import type { ImportProgress } from './progress.js'
import type { ExerciseChunk } from './threads/tasks.js'
import type { ImportThreadPool } from './threads/thread-pool.js'
import type { Lease } from './import-worker.js'
import type { WorkoutWriter } from './workout-writer.js'

/** Exercises that are sent to a thread in one message: so long requests wait. */
const sentAtOnce = 500

interface Dependencies {
  threads: Pick<ImportThreadPool, 'survey' | 'workouts'>
  storage: Pick<ObjectStorage, 'read'>
  exercises: Pick<ExerciseService, 'everything' | 'known'>
  makeExercises: ExerciseCreator
  writer: WorkoutWriter
  /** Fills in what the profile does not say yet. */
  fillProfile(userId: string, profile: OwnProfile): Promise<void>
  clock: () => Date
}

/** Does an import. Done again, from the start, it changes nothing of what is done. */
export function importRunner(dependencies: Dependencies) {
  const { threads, storage, exercises, makeExercises, writer, fillProfile, clock } = dependencies

  return async (job: ImportJob, tally: ImportProgress, hold: Lease): Promise<void> => {
    const { userId, options } = job
    const { dryRun } = options
    const { counts } = tally
    const work = { userId, options, now: clock() }
    const found = new Map<string, ResolvedExercise>()
    const wanted: [string, FileExercise][] = []
    const survey = { ...work, created: counts.created }
    for await (const finding of threads.survey(survey, chunksOf(job), exercisePieces(userId), hold.signal))
      if ('rowsRead' in finding) counts.rowsRead = finding.rowsRead
      else if ('profile' in finding) {
        if (!dryRun) await fillProfile(userId, finding.profile)
      } else if ('wanted' in finding) wanted.push(...finding.wanted)
      else
        for (const { key, exercise, match } of finding.found) {
          found.set(key, exercise)
          if (match) counts.matched.push(match)
        }

    const missing = await withoutDeleted(userId, wanted, (key, { id, name, trackingType }) => {
      found.set(key, { id, trackingType })
      counts.matched.push({ name, exerciseId: id, confidence: 1 })
    })
    const { known, problems } = await makeExercises(userId, missing, tally, { dryRun, hold })
    const plan = { known: new Map([...found, ...known]), problems }
    const batch = writer(job, tally, hold)
    for await (const { candidates } of threads.workouts({ ...work, ...plan }, chunksOf(job), hold.signal))
      for (const candidate of candidates)
        if ('save' in candidate) await batch.add(candidate)
        else tally.skip(candidate)
    await batch.end()
  }

  /**
   * Leaves out the person's own deleted exercises that workouts still name: they are not created again.
   * @param onDeleted called with each that is left out
   */
  async function withoutDeleted(
    userId: string,
    wanted: readonly [key: string, wish: FileExercise][],
    onDeleted: (key: string, exercise: Exercise) => void,
  ): Promise<[key: string, wish: FileExercise][]> {
    const deleted = await exercises.known(
      userId,
      wanted.flatMap(([, { origin }]) => (origin && isId(origin.id) ? [origin.id] : [])),
    )
    return wanted.filter(([key, { origin }]) => {
      const exercise = deleted.get(origin?.id ?? '')
      if (exercise) onDeleted(key, exercise)
      return !exercise
    })
  }

  async function* chunksOf({ fileKey }: ImportJob): AsyncGenerator<Uint8Array> {
    const file = await storage.read('user-assets', fileKey)
    if (!file) throw new UnreadableFileError('The uploaded file is no longer available.')
    // A copy: of a part of a buffer the whole buffer would be sent.
    for await (const chunk of file as AsyncIterable<Buffer>) yield new Uint8Array(chunk)
  }

  async function* exercisePieces(userId: string): AsyncGenerator<ExerciseChunk> {
    const { own, catalogue } = await exercises.everything(userId)
    const pieces = (all: readonly Exercise[]) => chunk(all, sentAtOnce, () => 1)
    for (const some of pieces(own)) yield { own: some.map(matchable), catalogue: [] }
    for (const some of pieces(catalogue)) yield { own: [], catalogue: some.map(matchable) }
  }
}

function matchable(exercise: Exercise): MatchableExercise {
  const { id, slug, name, aliases, category, equipment, trackingType } = exercise
  const translatedTexts = Object.values(exercise.translations ?? {}).map(({ name, aliases }) => ({
    name,
    aliases,
  }))
  return { id, slug, name, aliases, category, equipment, trackingType, translatedTexts }
}
