import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { minutes, seconds } from '../../../../lib/quantities.js'
import type { VariantSize } from '../models.js'

/** The paths of the original and of the sizes to be created. */
export type ResizeJob = { source: string } & Record<VariantSize, string>

/** The size in pixels is that of LARGE. */
interface ResizedImage {
  blurHash: string
  width: number
  height: number
}

export type JobResult = ResizedImage | { problem: string }

interface Options {
  program?: URL
  /** The maximum duration of one job, in milliseconds. */
  timeout?: number
  /** The time after which an idle process is ended, in milliseconds. */
  idleTimeout?: number
}

/** The image cannot be decoded or has too many pixels. Retrying does not help. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'
}

/** The worker process crashed, exceeded its memory limit or timed out. */
export class ResizerEndedError extends Error {
  override readonly name = 'ResizerEndedError'
}

/** The maximum size of the JavaScript heap, in megabytes. Pixels are outside the heap. */
const maxHeapSize = 64

/** Creates smaller sizes of images in a child process, one after the other. The process is started on demand. */
export function imageResizer({
  program = new URL('./image-worker.js', import.meta.url),
  timeout: timeLimit = 20 * seconds,
  idleTimeout: idleTime = 1 * minutes,
}: Options = {}) {
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    // The environment is empty, so that it contains no secrets.
    const started = fork(program, {
      env: {},
      execArgv: [`--max-old-space-size=${maxHeapSize}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  function end(): void {
    clearTimeout(idle)
    worker?.kill('SIGKILL')
    worker = undefined
  }

  return {
    /** @throws UnreadableImageError, ResizerEndedError */
    async resize(job: ResizeJob): Promise<ResizedImage> {
      clearTimeout(idle)
      worker ??= start()
      const timer = setTimeout(end, timeLimit)
      try {
        const result = await runJob(worker, job)
        if ('problem' in result) throw new UnreadableImageError(result.problem)
        return result
      } finally {
        clearTimeout(timer)
        idle = setTimeout(end, idleTime).unref()
      }
    },

    close: end,
  }
}

export type ImageResizer = ReturnType<typeof imageResizer>

async function runJob(worker: ChildProcess, job: ResizeJob): Promise<JobResult> {
  const controller = new AbortController()
  const { signal } = controller
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([result]) => result as JobResult),
      once(worker, 'exit', { signal }).then(() => {
        throw new ResizerEndedError('the image worker has ended')
      }),
      new Promise<never>((_resolve, reject) =>
        worker.send(job, error => error && reject(new ResizerEndedError(error.message))),
      ),
    ])
  } finally {
    controller.abort()
  }
}
