import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { receiveItems, sendItems } from '../../../../lib/item-channel.js'
import { minutes } from '../../../../lib/quantities.js'
import { UnreadableFileError } from '../parsing/unreadable-file-error.js'
import type {
  ExerciseChunk,
  ReadTask,
  SurveyResult,
  SurveyTask,
  UnreadableFile,
  WorkoutsResult,
  WorkoutsTask,
} from './tasks.js'

/** A thread that needs more memory ends, and the import with it; the process goes on. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
/** Reading leaves the processor to requests. Elsewhere than on Linux this is the whole process's. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

/** A file, opened from its beginning. */
type File = AsyncIterable<Uint8Array>
type Work<Task extends ReadTask> = Omit<Task, 'file' | 'found' | 'exercises'>

interface Run {
  name: 'survey' | 'workouts'
  task: object
  /** What the thread reads, by the names of the task's ports. */
  inputs: Record<string, AsyncIterable<unknown>>
  signal: AbortSignal
}

/** Reads files in worker threads, so that no file can hold the event loop. @param most at once */
export function importThreadPool(most: number) {
  const pool = new Piscina({
    filename: new URL('./import-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: most,
    idleTimeout: 1 * minutes,
    niceIncrement,
    resourceLimits,
  })

  /** Aborting the signal, or ending the iteration early, terminates the thread. */
  async function* run<Finding extends object>(given: Run): AsyncGenerator<Finding> {
    const { name, task, inputs, signal } = given
    signal.throwIfAborted()
    const ended = new AbortController()
    const end = AbortSignal.any([signal, ended.signal])
    const found = new MessageChannel()
    const ports: Record<string, MessagePort> = { found: found.port2 }
    const sending = Object.entries(inputs).map(([port, items]) => {
      const { port1, port2 } = new MessageChannel()
      ports[port] = port2
      return { port1, sent: sendItems(port1, items) }
    })
    const running = pool
      .run({ ...task, ...ports }, { name, signal: end, transferList: Object.values(ports) })
      // What the thread has not asked for is not sent.
      .finally(() => sending.forEach(({ port1 }) => port1.close()))
    const all = Promise.all([running, ...sending.map(({ sent }) => sent)]).catch((error: unknown) =>
      ended.abort(error),
    )
    try {
      let problem: string | undefined
      for await (const finding of receiveItems<Finding | UnreadableFile>(found.port1, end))
        if ('unreadable' in finding) problem = finding.unreadable
        else yield finding
      await all
      end.throwIfAborted()
      if (problem !== undefined) throw new UnreadableFileError(problem)
    } finally {
      ended.abort()
      await all
    }
  }

  return {
    /** @param exercises asked for when the file has been read @throws UnreadableFileError */
    survey: (
      work: Work<SurveyTask>,
      file: File,
      exercises: AsyncIterable<ExerciseChunk>,
      signal: AbortSignal,
    ) => run<SurveyResult>({ name: 'survey', task: work, inputs: { file, exercises }, signal }),

    /** @throws UnreadableFileError */
    workouts: (work: Work<WorkoutsTask>, file: File, signal: AbortSignal) =>
      run<WorkoutsResult>({ name: 'workouts', task: work, inputs: { file }, signal }),

    close: (): Promise<void> => pool.destroy(),
  }
}

export type ImportThreadPool = ReturnType<typeof importThreadPool>
