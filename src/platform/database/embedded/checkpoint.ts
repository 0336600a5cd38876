import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type CheckpointMode = 'PASSIVE' | 'TRUNCATE'

/** The answer of the worker. */
export interface CheckpointResult {
  error?: Error
}

/** Runs checkpoints of a data file in another thread, because they wait for the disk. */
interface CheckpointWorker {
  /** One at a time. @throws Error */
  run(mode: CheckpointMode): Promise<void>
  close(): Promise<void>
}

export function createCheckpointWorker(path: string): CheckpointWorker {
  // An almost empty database never needs the worker.
  let worker: Worker | undefined
  let running = Promise.resolve()

  async function run(mode: CheckpointMode): Promise<void> {
    const current = (worker ??= startWorker(path))
    current.ref()
    try {
      const answer = once(current, 'message') as Promise<[CheckpointResult]>
      current.postMessage(mode)
      const [{ error }] = await answer
      if (error) throw error
    } catch (error) {
      // After an error of the thread itself, the next run starts another one.
      worker = undefined
      await current.terminate()
      throw error
    } finally {
      current.unref()
    }
  }

  return {
    run(mode) {
      const result = running.then(() => run(mode))
      running = result.catch(() => undefined)
      return result
    },
    async close() {
      await running
      await worker?.terminate()
    },
  }
}

const startWorker = (path: string) =>
  new Worker(new URL('./checkpoint-worker.js', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
