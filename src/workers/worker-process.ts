import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../lib/quantities.js'
import { createChannel, type Channel } from '../platform/primary/channel.js'

/** How a process has ended; neither is known of one that could not even begin. */
export interface ProcessExit {
  code: number | null
  signal: string | null
}

/** A process that serves, as its primary sees it. */
export interface WorkerProcess {
  pid: number | undefined
  /** Has it answer what is under way, and end. */
  shutDown(isReplaced: boolean): void
  kill(): void
}

export interface WorkerEvents {
  /** It listens. */
  onReady(): void
  onExit(exit: ProcessExit): void
}

interface Dependencies {
  /** Gives it what it may ask. @returns what takes that away again */
  connect(link: Channel): () => void
  /** How long it may take to leave, in milliseconds. */
  shutdownTimeout(): number
  log: FastifyBaseLogger
}

const heartbeatInterval = 2 * seconds
/** A loop that is blocked for so many pulses does not come back. */
const maxMissedHeartbeats = 15

/** Starts workers; the one that does not leave in time, or hangs, is killed. */
export function createLauncher({ connect, shutdownTimeout: leaveTimeout, log }: Dependencies) {
  return ({ onReady, onExit }: WorkerEvents): WorkerProcess => {
    const worker = cluster.fork()
    const { pid } = worker.process
    const link = createChannel(createTransport(worker))
    const disconnect = connect(link)
    let latest: NodeJS.Timeout | undefined
    const kill = () => void worker.process.kill('SIGKILL')
    const stopWatch = detectHang(link, () => {
      log.error({ worker: pid }, 'a worker hangs and is killed')
      kill()
    })

    function ended(exit: ProcessExit): void {
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
      shutDown(isReplaced) {
        link.notify('leave', { isReplaced })
        latest ??= setTimeout(kill, leaveTimeout() + 1 * seconds)
      },
      kill,
    }
  }
}

const createTransport = (worker: Worker) => ({
  send: (message: object, sent: () => void) => void worker.send(message, sent),
  listen: (listener: (message: unknown) => void) => void worker.on('message', listener),
})

/** Counts pulses and no time, as workers do. @returns what ends that */
function detectHang(link: Channel, whenHung: () => void): () => void {
  let missed = 0
  link.on('pulse', () => (missed = 0))
  const timer = setInterval(() => {
    if (++missed > maxMissedHeartbeats) whenHung()
  }, heartbeatInterval).unref()
  return () => clearInterval(timer)
}
