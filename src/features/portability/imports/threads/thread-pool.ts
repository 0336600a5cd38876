import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { receiveItems, sendItems } from '../../../../lib/item-channel.js'
import { minutes } from '../../../../lib/quantities.js'
import { UnreadableFileError } from '../parsing/unreadable-file-error.js'
import type {
  ExerciseChunk,
  ReadTask,
  AnalysisResult,
  AnalysisTask,
  UnreadableFile,
  WorkoutsResult,
  WorkoutsTask,
} from './tasks.js'

/** A thread that exceeds these limits terminates and its import fails; the process keeps running. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
/** Lowers the priority of the threads below that of requests. Only Linux has a priority per thread. */
const niceIncrement = process.platform === 'linux' ? 10 : 0

/** The chunks of a file, from its start. */
type File = AsyncIterable<Uint8Array>
/** A task without its ports, which the pool adds. */
export type TaskInput<Task extends ReadTask> = Omit<Task, 'file' | 'results' | 'exercises'>

interface RunOptions {
  name: 'analyze' | 'workouts'
  task: object
  /** The streams that the thread reads, by the names of the ports in its task. */
  inputs: Record<string, AsyncIterable<unknown>>
  signal: AbortSignal
}

/** Reads files in worker threads, so that no file can block the event loop. */
export function importThreadPool(maxThreads: number) {
  const pool = new Piscina({
    filename: new URL('./import-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: 1 * minutes,
    niceIncrement,
    resourceLimits,
  })

  /** Aborting the signal or ending the iteration early terminates the thread. */
  async function* run<Result extends object>({
    name,
    task,
    inputs,
    signal,
  }: RunOptions): AsyncGenerator<Result> {
    signal.throwIfAborted()
    const ended = new AbortController()
    const end = AbortSignal.any([signal, ended.signal])
    const results = new MessageChannel()
    const ports: Record<string, MessagePort> = { results: results.port2 }
    const sending = Object.entries(inputs).map(([port, items]) => {
      const { port1, port2 } = new MessageChannel()
      ports[port] = port2
      return { port1, sent: sendItems(port1, items) }
    })
    const running = pool
      .run({ ...task, ...ports }, { name, signal: end, transferList: Object.values(ports) })
      // Stop sending input that the thread no longer reads.
      .finally(() => sending.forEach(({ port1 }) => port1.close()))
    const all = Promise.all([running, ...sending.map(({ sent }) => sent)]).catch((error: unknown) =>
      ended.abort(error),
    )
    try {
      let problem: string | undefined
      for await (const result of receiveItems<Result | UnreadableFile>(results.port1, end))
        if ('unreadable' in result) problem = result.unreadable
        else yield result
      await all
      end.throwIfAborted()
      if (problem !== undefined) throw new UnreadableFileError(problem)
    } finally {
      ended.abort()
      await all
    }
  }

  return {
    /** @param exercises read after the file has been read @throws UnreadableFileError */
    analyze: (
      input: TaskInput<AnalysisTask>,
      file: File,
      exercises: AsyncIterable<ExerciseChunk>,
      signal: AbortSignal,
    ) => run<AnalysisResult>({ name: 'analyze', task: input, inputs: { file, exercises }, signal }),

    /** @throws UnreadableFileError */
    workouts: (input: TaskInput<WorkoutsTask>, file: File, signal: AbortSignal) =>
      run<WorkoutsResult>({ name: 'workouts', task: input, inputs: { file }, signal }),

    close: (): Promise<void> => pool.destroy(),
  }
}

export type ImportThreadPool = ReturnType<typeof importThreadPool>
