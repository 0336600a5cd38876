import { createWindowCounters } from '../platform/counters/window-counters.js'
import type { Channel } from '../platform/primary/channel.js'

/** Connects workers without Redis: shares counters and forwards events between them. */
export function createBroker() {
  const counts = createWindowCounters()
  const links = new Set<Pick<Channel, 'notify'>>()

  /** Connects a worker. @returns a function that disconnects it */
  return (link: Pick<Channel, 'notify' | 'on'>): (() => void) => {
    links.add(link)
    const respond = (method: 'add' | 'peek' | 'reset') =>
      link.on(`count.${method}`, content =>
        (counts[method] as (...content: unknown[]) => unknown)(...(content as unknown[])),
      )
    respond('add')
    respond('peek')
    respond('reset')
    link.on('event', event => {
      for (const other of links) if (other !== link) other.notify('event', event)
    })
    return () => void links.delete(link)
  }
}
