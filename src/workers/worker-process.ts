import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../lib/quantities.js'
import { channel, type Channel } from '../platform/primary/channel.js'

/** How a process has ended; neither is known of one that could not even begin. */
export interface Exit {
  code: number | null
  signal: string | null
}

/** A process that serves, as its primary sees it. */
export interface WorkerProcess {
  pid: number | undefined
  /** Has it answer what is under way, and end. */
  leave(isReplaced: boolean): void
  kill(): void
}

export interface Course {
  /** It listens. */
  onReady(): void
  onExit(exit: Exit): void
}

interface Dependencies {
  /** Gives it what it may ask. @returns what takes that away again */
  connect(link: Channel): () => void
  /** How long it may take to leave, in milliseconds. */
  leaveTimeout(): number
  log: FastifyBaseLogger
}

const pulse = 2 * seconds
/** A loop that is blocked for so many pulses does not come back. */
const mostMissed = 15

/** Starts workers; the one that does not leave in time, or hangs, is killed. */
export function launcher({ connect, leaveTimeout, log }: Dependencies) {
  return ({ onReady, onExit }: Course): WorkerProcess => {
    const worker = cluster.fork()
    const { pid } = worker.process
    const link = channel(portOf(worker))
    const disconnect = connect(link)
    let latest: NodeJS.Timeout | undefined
    const kill = () => void worker.process.kill('SIGKILL')
    const stopWatch = watch(link, () => {
      log.error({ worker: pid }, 'a worker hangs and is killed')
      kill()
    })

    function ended(exit: Exit): void {
      stopWatch()
      clearTimeout(latest)
      link.close()
      disconnect()
      onExit(exit)
    }
    link.on('ready', onReady)
    worker.on('error', err => {
      log.error({ err, worker: pid }, 'a worker cannot be reached')
      // What has no process never exits.
      if (pid === undefined) ended({ code: null, signal: null })
    })
    worker.on('exit', (code: number | null, signal: string | null) => ended({ code, signal }))

    return {
      pid,
      leave(isReplaced) {
        link.tell('leave', { isReplaced })
        latest ??= setTimeout(kill, leaveTimeout() + 1 * seconds)
      },
      kill,
    }
  }
}

const portOf = (worker: Worker) => ({
  send: (message: object, sent: () => void) => void worker.send(message, sent),
  listen: (listener: (message: unknown) => void) => void worker.on('message', listener),
})

/** Counts pulses and no time, as workers do. @returns what ends that */
function watch(link: Channel, whenHung: () => void): () => void {
  let missed = 0
  link.on('pulse', () => (missed = 0))
  const timer = setInterval(() => {
    if (++missed > mostMissed) whenHung()
  }, pulse).unref()
  return () => clearInterval(timer)
}
