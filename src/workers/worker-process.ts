import cluster, { type Worker } from 'node:cluster'
import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../lib/quantities.js'
import { createChannel, type Channel } from '../platform/primary/channel.js'

/** The exit status of a process. Both are null if the process could not be started. */
export interface ProcessExit {
  code: number | null
  signal: string | null
}

/** A worker process, as seen by the primary. */
export interface WorkerProcess {
  pid: number | undefined
  /** Lets the worker complete requests in progress and exit. */
  shutDown(isReplaced: boolean): void
  kill(): void
}

export interface WorkerEvents {
  /** Called when the worker listens. */
  onReady(): void
  onExit(exit: ProcessExit): void
}

interface Dependencies {
  /** Registers the handlers for requests of the worker. @returns a function that removes them */
  connect(channel: Channel): () => void
  /** Returns the time that a worker has to shut down, in milliseconds. */
  shutdownTimeout(): number
  log: FastifyBaseLogger
}

const heartbeatInterval = 2 * seconds
/** A worker that misses more heartbeats is considered hung. */
const maxMissedHeartbeats = 15

/** Starts worker processes. A worker that does not shut down in time, or hangs, is killed. */
export function createLauncher({ connect, shutdownTimeout, log }: Dependencies) {
  return ({ onReady, onExit }: WorkerEvents): WorkerProcess => {
    const worker = cluster.fork()
    const { pid } = worker.process
    const channel = createChannel(createTransport(worker))
    const disconnect = connect(channel)
    let killTimer: NodeJS.Timeout | undefined
    const kill = () => void worker.process.kill('SIGKILL')
    const stopDetection = detectHang(channel, () => {
      log.error({ worker: pid }, 'worker does not respond: killing it')
      kill()
    })

    function handleExit(exit: ProcessExit): void {
      stopDetection()
      clearTimeout(killTimer)
      channel.close()
      disconnect()
      onExit(exit)
    }
    channel.on('ready', onReady)
    worker.on('error', err => {
      log.error({ err, worker: pid }, 'worker cannot be reached')
      // If the process could not be started, there is no exit event.
      if (pid === undefined) handleExit({ code: null, signal: null })
    })
    worker.on('exit', (code: number | null, signal: string | null) => handleExit({ code, signal }))

    return {
      pid,
      shutDown(isReplaced) {
        channel.notify('shutDown', { isReplaced })
        killTimer ??= setTimeout(kill, shutdownTimeout() + 1 * seconds)
      },
      kill,
    }
  }
}

const createTransport = (worker: Worker) => ({
  send: (message: object, sent: () => void) => void worker.send(message, sent),
  listen: (listener: (message: unknown) => void) => void worker.on('message', listener),
})

/** Counts missed heartbeats instead of elapsed time, as workers do. @returns a function that stops it */
function detectHang(channel: Channel, onHang: () => void): () => void {
  let missed = 0
  channel.on('heartbeat', () => (missed = 0))
  const timer = setInterval(() => {
    if (++missed > maxMissedHeartbeats) onHang()
  }, heartbeatInterval).unref()
  return () => clearInterval(timer)
}
