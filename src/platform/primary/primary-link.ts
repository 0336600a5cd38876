import cluster from 'node:cluster'
import { seconds } from '../../lib/quantities.js'
import { createChannel, type Channel } from './channel.js'

/** Why a worker shuts down. */
export interface ShutdownReason {
  /** True if another worker replaces it, so that the service as a whole continues. */
  isReplaced: boolean
  /** The error that caused the shutdown, if any. */
  err?: Error
}

/** The connection of a worker to its primary process. */
export interface PrimaryLink extends Pick<Channel, 'request' | 'notify' | 'on'> {
  /** Sets the listener that is called once when this process has to shut down. It replaces the previous listener. */
  onShutdown(listener: (reason: ShutdownReason) => void): void
}

/** The command-line argument of worker processes, which also appears in `ps`. */
export const workerArgument = '--worker'

export const isWorker = cluster.isWorker && process.argv.includes(workerArgument)

const [heartbeatInterval, maxMissedHeartbeats] = [2 * seconds, 5]

/** Connects a worker to its primary. If the primary exits or hangs for ten seconds, the worker shuts down. */
export function connectToPrimary(): PrimaryLink {
  const link = createChannel({
    send: (message, sent) => void process.send?.(message, undefined, undefined, sent),
    listen: listener => void process.on('message', listener),
  })
  let listener: (reason: ShutdownReason) => void = () => process.exit()
  let isShuttingDown = false
  function shutDown(reason: ShutdownReason): void {
    if (isShuttingDown) return
    isShuttingDown = true
    listener(reason)
  }

  link.on('shutDown', content => shutDown(content as ShutdownReason))
  process.on('SIGTERM', () => shutDown({ isReplaced: false }))
  // A terminal sends these signals to all its processes. The primary handles them and notifies its workers.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  cluster.worker?.on('disconnect', () => {
    // Otherwise Node.js would exit the process immediately.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    link.close()
    shutDown({ isReplaced: false, err: new Error('the primary process has exited') })
  })
  detectHang(link, () =>
    shutDown({ isReplaced: false, err: new Error('the primary process does not respond') }),
  )

  return {
    ...link,
    onShutdown: newListener => {
      listener = newListener
    },
  }
}

/** Counts missed heartbeats instead of elapsed time: after a suspend or a long block, only one heartbeat is missed. */
function detectHang(link: Channel, onHang: () => void): void {
  let missed = 0
  setInterval(() => {
    if (++missed > maxMissedHeartbeats) onHang()
    link.request('heartbeat', null, heartbeatInterval).then(
      () => (missed = 0),
      () => undefined,
    )
  }, heartbeatInterval).unref()
}
