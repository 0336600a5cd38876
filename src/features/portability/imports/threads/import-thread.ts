/**
 * The entry point of a worker thread that parses uploaded files, which can take long. It keeps no state: each task reads
 * its file from the start.
 */
import { receiveItems, sendItems } from '../../../../lib/item-channel.js'
import { chunk } from '../../../../lib/chunk.js'
import { MiB } from '../../../../lib/quantities.js'
import { exerciseFinder } from '../matching/exercise-finder.js'
import { toExercisePlan } from '../matching/exercise-creator.js'
import type { SimilarExercise } from '../models.js'
import { exerciseSuggester } from '../matching/exercise-suggester.js'
import { decompress } from '../parsing/gzip.js'
import { UnreadableFileError } from '../parsing/unreadable-file-error.js'
import { exportSource } from '../sources/export-source.js'
import type { Source } from '../sources/source.js'
import { csvSource } from '../sources/csv-source.js'
import type {
  ExerciseChunk,
  FoundExercise,
  MissingExercise,
  ReadTask,
  AnalysisResult,
  AnalysisTask,
  UnreadableFile,
  WorkoutsResult,
  WorkoutsTask,
} from './tasks.js'

/** Limits of one message, which blocks its receiver. The workout that reaches a limit is the last one of a message. */
const messageLimits = { exercises: 100, candidates: 100, sets: 500, textBytes: 1 * MiB }

export const analyze = (task: AnalysisTask): Promise<void> =>
  sendItems(task.results, reportUnreadable(analyzeFile(task)))
export const workouts = (task: WorkoutsTask): Promise<void> =>
  sendItems(task.results, reportUnreadable(readWorkouts(task)))

async function* analyzeFile(task: AnalysisTask): AsyncGenerator<AnalysisResult> {
  const { source, bytes } = await openSource(task)
  const rows = source.analyze(bytes)
  let result = await rows.next()
  for (; !result.done; result = await rows.next()) yield { rowsRead: result.value }
  const { exercises, isOwnExport, profile } = result.value
  // The profile comes first, because the totals of workouts depend on the body weight.
  if (profile) yield { profile }

  const known = await receiveExercises(task)
  const { mapping } = task.options
  const find = await exerciseFinder(known, { isOwnExport, created: task.created, mapping })
  let suggester: ((name: string) => SimilarExercise[]) | undefined
  const suggest = (name: string) =>
    (suggester ??= exerciseSuggester([...known.own, ...known.catalogue]))(name)
  const found: FoundExercise[] = []
  const missing: MissingExercise[] = []
  for (const [key, exercise] of exercises) {
    const existing = find(key, exercise)
    if (existing) found.push(existing)
    else missing.push({ key, exercise, suggestions: suggest(exercise.name) })
  }
  for (const batch of chunk(found, messageLimits.exercises, () => 1)) yield { found: batch }
  for (const batch of chunk(missing, messageLimits.exercises, () => 1)) yield { missing: batch }
}

async function receiveExercises({ exercises }: AnalysisTask): Promise<ExerciseChunk> {
  const all: ExerciseChunk = { own: [], catalogue: [] }
  for await (const { own, catalogue } of receiveItems<ExerciseChunk>(exercises)) {
    all.own.push(...own)
    all.catalogue.push(...catalogue)
  }
  return all
}

async function* readWorkouts(task: WorkoutsTask): AsyncGenerator<WorkoutsResult> {
  const { source, bytes } = await openSource(task)
  let candidates: WorkoutsResult['candidates'] = []
  let [sets, textBytes] = [0, 0]
  for await (const found of source.workouts(bytes, toExercisePlan(task))) {
    candidates.push(found)
    if ('save' in found) {
      for (const entry of found.save.content.exercises) sets += entry.sets.length
      textBytes += found.textBytes
    }
    if ('record' in found) textBytes += found.textBytes
    const isFull = sets >= messageLimits.sets || textBytes >= messageLimits.textBytes
    if (candidates.length < messageLimits.candidates && !isFull) continue
    yield { candidates }
    candidates = []
    sets = textBytes = 0
  }
  yield { candidates }
}

async function* reportUnreadable<Result>(
  results: AsyncIterable<Result>,
): AsyncGenerator<Result | UnreadableFile> {
  try {
    yield* results
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    yield { unreadable: error.message }
  }
}

/** Unpacks the file of a task and chooses the source that reads it. */
async function openSource({
  file,
  ...options
}: ReadTask): Promise<{ source: Source; bytes: AsyncIterable<Buffer> }> {
  const chunks = decompress(receiveItems<Uint8Array>(file))
  const first = await chunks.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value
    yield* chunks
  }
  const isJson = !first.done && firstCharacter(first.value) === '{'
  return { source: isJson ? exportSource(options) : csvSource(options), bytes: all() }
}

/** The first character that is not white space. */
const firstCharacter = (chunk: Buffer): string =>
  chunk
    .subarray(0, 1000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .charAt(0)
