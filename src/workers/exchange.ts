import { windowCounts } from '../platform/counters/windows.js'
import type { Channel } from '../platform/primary/channel.js'

/** What workers have in common where no Redis connects them: counts, and events that all of them hear. */
export function exchange() {
  const counts = windowCounts()
  const links = new Set<Pick<Channel, 'tell'>>()

  /** Lets a worker take part. @returns ends that */
  return (link: Pick<Channel, 'tell' | 'on'>): (() => void) => {
    links.add(link)
    const answer = (what: 'add' | 'look' | 'forget') =>
      link.on(`count.${what}`, content =>
        (counts[what] as (...content: unknown[]) => unknown)(...(content as unknown[])),
      )
    answer('add')
    answer('look')
    answer('forget')
    link.on('event', event => {
      for (const other of links) if (other !== link) other.tell('event', event)
    })
    return () => void links.delete(link)
  }
}
