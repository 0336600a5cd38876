import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { minutes, seconds } from '../../../../lib/quantities.js'
import type { VariantSize } from '../models.js'

/** What is to be made of a file, and where it goes. */
export type ResizeJob = { source: string } & Record<VariantSize, string>

export type JobResult = { blurHash: string } | { problem: string }

interface Options {
  program?: URL
  /** Of one image, in milliseconds. */
  timeout?: number
  /** After which an idle process ends, in milliseconds. */
  idleTimeout?: number
}

/** The file is no image that can be read, or has too many pixels: tried again, it comes to the same. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'
}

/** The process that makes the sizes crashed, took too much memory or too long. */
export class ResizerEndedError extends Error {
  override readonly name = 'MakerEndedError'
}

/** Of JavaScript alone, in megabytes; the pixels lie elsewhere. */
const heap = 64

/** Makes smaller sizes of images in another process, one after the other. It is there while there is something to do. */
export function imageResizer({
  program = new URL('./image-worker.js', import.meta.url),
  timeout: timeLimit = 20 * seconds,
  idleTimeout: idleTime = 1 * minutes,
}: Options = {}) {
  let worker: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  function begin(): ChildProcess {
    // No secret of ours is in its environment.
    const begun = fork(program, {
      env: {},
      execArgv: [`--max-old-space-size=${heap}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    begun.once('exit', () => {
      if (worker === begun) worker = undefined
    })
    return begun
  }

  function end(): void {
    clearTimeout(idle)
    worker?.kill('SIGKILL')
    worker = undefined
  }

  return {
    /** @throws UnreadableImageError, MakerEndedError */
    async make(job: ResizeJob): Promise<{ blurHash: string }> {
      clearTimeout(idle)
      worker ??= begin()
      const limit = setTimeout(end, timeLimit)
      try {
        const answer = await answerOf(worker, job)
        if ('problem' in answer) throw new UnreadableImageError(answer.problem)
        return answer
      } finally {
        clearTimeout(limit)
        idle = setTimeout(end, idleTime).unref()
      }
    },

    close: end,
  }
}

export type ImageResizer = ReturnType<typeof imageResizer>

async function answerOf(worker: ChildProcess, job: ResizeJob): Promise<JobResult> {
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]) => answer as JobResult),
      once(worker, 'exit', { signal }).then(() => {
        throw new ResizerEndedError('the process that makes smaller images has ended')
      }),
      new Promise<never>((_resolve, reject) =>
        worker.send(job, error => error && reject(new ResizerEndedError(error.message))),
      ),
    ])
  } finally {
    over.abort()
  }
}
