/**
 * Runs in a worker thread: reads files of people, which may take long whatever is bounded. It is stateless: each task
 * reads its file from the beginning.
 */
import { receiveItems, sendItems } from '../../../../lib/item-channel.js'
import { chunk } from '../../../../lib/chunk.js'
import { MiB } from '../../../../lib/quantities.js'
import { exerciseFinder } from '../matching/exercise-finder.js'
import { toExercisePlan, type FileExercise } from '../matching/exercise-creator.js'
import type { SkippedLine } from '../models.js'
import { decompress } from '../parsing/gzip.js'
import { UnreadableFileError } from '../parsing/unreadable-file-error.js'
import { exportSource } from '../sources/export-source.js'
import type { Candidate, Source } from '../sources/source.js'
import { csvSource } from '../sources/csv-source.js'
import type {
  ExerciseChunk,
  FoundExercise,
  ReadTask,
  SurveyResult,
  SurveyTask,
  UnreadableFile,
  WorkoutsResult,
  WorkoutsTask,
} from './tasks.js'

/** Sent in one message: so long the receiver is busy with it. The message ends with the workout that reaches a limit. */
const atOnce = { exercises: 100, candidates: 100, sets: 500, textBytes: 1 * MiB }

export const survey = (task: SurveyTask): Promise<void> => sendItems(task.found, readably(surveyed(task)))
export const workouts = (task: WorkoutsTask): Promise<void> =>
  sendItems(task.found, readably(workoutsOf(task)))

async function* surveyed(task: SurveyTask): AsyncGenerator<SurveyResult> {
  const { source, bytes } = await open(task)
  const rows = source.survey(bytes)
  let result = await rows.next()
  for (; !result.done; result = await rows.next()) yield { rowsRead: result.value }
  const { exercises, isOwnExport, profile } = result.value
  // Before the exercises and workouts: the weight of the body counts in them.
  if (profile) yield { profile }

  const find = await exerciseFinder(await everyExercise(task), { isOwnExport, created: task.created })
  const found: FoundExercise[] = []
  const wanted: [string, FileExercise][] = []
  for (const [key, wish] of exercises) {
    const one = find(key, wish)
    if (one) found.push(one)
    else wanted.push([key, wish])
  }
  for (const some of chunk(found, atOnce.exercises, () => 1)) yield { found: some }
  for (const some of chunk(wanted, atOnce.exercises, () => 1)) yield { wanted: some }
}

async function everyExercise({ exercises }: SurveyTask): Promise<ExerciseChunk> {
  const all: ExerciseChunk = { own: [], catalogue: [] }
  for await (const { own, catalogue } of receiveItems<ExerciseChunk>(exercises)) {
    all.own.push(...own)
    all.catalogue.push(...catalogue)
  }
  return all
}

async function* workoutsOf(task: WorkoutsTask): AsyncGenerator<WorkoutsResult> {
  const { source, bytes } = await open(task)
  let candidates: (Candidate | SkippedLine)[] = []
  let [sets, textBytes] = [0, 0]
  for await (const found of source.workouts(bytes, toExercisePlan(task))) {
    candidates.push(found)
    if ('save' in found) {
      for (const entry of found.save.content.exercises) sets += entry.sets.length
      textBytes += found.textBytes
    }
    const isFull = sets >= atOnce.sets || textBytes >= atOnce.textBytes
    if (candidates.length < atOnce.candidates && !isFull) continue
    yield { candidates }
    candidates = []
    sets = textBytes = 0
  }
  yield { candidates }
}

async function* readably<Finding>(
  findings: AsyncIterable<Finding>,
): AsyncGenerator<Finding | UnreadableFile> {
  try {
    yield* findings
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    yield { unreadable: error.message }
  }
}

/** The file of a task, and what reads it. */
async function open({ file, ...about }: ReadTask): Promise<{ source: Source; bytes: AsyncIterable<Buffer> }> {
  const chunks = decompress(receiveItems<Uint8Array>(file))
  const first = await chunks.next()
  async function* all(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value
    yield* chunks
  }
  const isJson = !first.done && firstLetter(first.value) === '{'
  return { source: isJson ? exportSource(about) : csvSource(about), bytes: all() }
}

/** The first one that is no white space. */
const firstLetter = (chunk: Buffer): string =>
  chunk
    .subarray(0, 1000)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .charAt(0)
