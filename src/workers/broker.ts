import { createWindowCounters } from '../platform/counters/window-counters.js'
import type { Channel } from '../platform/primary/channel.js'

/** Connects workers without Redis: shares counters and forwards events between them. */
export function createBroker() {
  const counts = createWindowCounters()
  const channels = new Set<Pick<Channel, 'notify'>>()

  /** Connects a worker. @returns a function that disconnects it */
  return (channel: Pick<Channel, 'notify' | 'on'>): (() => void) => {
    channels.add(channel)
    const serveCounter = (method: 'add' | 'peek' | 'reset') =>
      channel.on(`count.${method}`, parameters =>
        (counts[method] as (...parameters: unknown[]) => unknown)(...(parameters as unknown[])),
      )
    serveCounter('add')
    serveCounter('peek')
    serveCounter('reset')
    channel.on('event', event => {
      for (const other of channels) if (other !== channel) other.notify('event', event)
    })
    return () => void channels.delete(channel)
  }
}
