import cluster from 'node:cluster'
import { seconds } from '../../lib/quantities.js'
import { createChannel, type Channel } from './channel.js'

/** Why a worker is to end. */
export interface ShutdownReason {
  /** Whether another one has taken its place: the service as a whole goes on. */
  isReplaced: boolean
  /** What went wrong, if anything did. */
  err?: Error
}

/** The primary, as its workers see it. */
export interface PrimaryLink extends Pick<Channel, 'request' | 'notify' | 'on'> {
  /** Calls the listener, once and instead of the one before it, when this process is to end. */
  onShutdown(listener: (leave: ShutdownReason) => void): void
}

/** The argument by which the primary marks its workers; `ps` shows it, too. */
export const workerArgument = '--worker'

export const isWorker = cluster.isWorker && process.argv.includes(workerArgument)

const [heartbeatInterval, maxMissedHeartbeats] = [2 * seconds, 5]

/** Called in a worker. Whose primary is gone, or hangs for ten seconds, has to leave. */
export function connectToPrimary(): PrimaryLink {
  const link = createChannel({
    send: (message, sent) => void process.send?.(message, undefined, undefined, sent),
    listen: listener => void process.on('message', listener),
  })
  let listener: (leave: ShutdownReason) => void = () => process.exit()
  let isLeaving = false
  function leave(why: ShutdownReason): void {
    if (isLeaving) return
    isLeaving = true
    listener(why)
  }

  link.on('leave', content => leave(content as ShutdownReason))
  process.on('SIGTERM', () => leave({ isReplaced: false }))
  // They go to every process of a terminal: the primary knows what to do.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  cluster.worker?.on('disconnect', () => {
    // Else Node ends the process here and now.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    link.close()
    leave({ isReplaced: false, err: new Error('the primary is gone') })
  })
  detectHang(link, () => leave({ isReplaced: false, err: new Error('the primary does not answer') }))

  return {
    ...link,
    onShutdown: newListener => {
      listener = newListener
    },
  }
}

/** Counts pulses and no time: a machine that slept, or a worker that was held up, misses one of them. */
function detectHang(link: Channel, act: () => void): void {
  let missed = 0
  setInterval(() => {
    if (++missed > maxMissedHeartbeats) act()
    link.request('pulse', null, heartbeatInterval).then(
      () => (missed = 0),
      () => undefined,
    )
  }, heartbeatInterval).unref()
}
