import { createWindowCounters } from '../platform/counters/window-counters.js'
import type { Channel } from '../platform/primary/channel.js'

/** What workers have in common where no Redis connects them: counts, and events that all of them hear. */
export function createBroker() {
  const counts = createWindowCounters()
  const links = new Set<Pick<Channel, 'notify'>>()

  /** Lets a worker take part. @returns ends that */
  return (link: Pick<Channel, 'notify' | 'on'>): (() => void) => {
    links.add(link)
    const answer = (what: 'add' | 'peek' | 'reset') =>
      link.on(`count.${what}`, content =>
        (counts[what] as (...content: unknown[]) => unknown)(...(content as unknown[])),
      )
    answer('add')
    answer('peek')
    answer('reset')
    link.on('event', event => {
      for (const other of links) if (other !== link) other.notify('event', event)
    })
    return () => void links.delete(link)
  }
}
