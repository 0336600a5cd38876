import { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'
import { eventQueue } from '../lib/event-queue.js'
import { seconds } from '../lib/quantities.js'

/** Tells subscribers what happened, on every instance where Redis connects them, else in this process. */
export interface Events {
  /** At most once: who does not listen now never hears of it. */
  publish(topic: string, event: string): void
  /** What is published from now on, until `return` is called. */
  subscribe(topic: string): AsyncIterableIterator<string>
  close(): Promise<void>
}

/** How many events may wait for a slow reader before its subscription fails. */
const queueLimit = 100
const channel = 'fitness:events'

export function openEvents(redisUrl: string | undefined, onError: (error: Error) => void): Events {
  const local = new EventEmitter().setMaxListeners(0)
  const remote = redisUrl === undefined ? undefined : connect(redisUrl, local, onError)

  return {
    publish(topic, event) {
      if (remote) remote.publish(topic, event)
      else local.emit(topic, event)
    },
    subscribe(topic) {
      const queue = eventQueue<string>(queueLimit, () => local.off(topic, queue.push))
      local.on(topic, queue.push)
      return queue
    },
    close: async () => remote?.close(),
  }
}

/** One channel for all topics: an instance has one connection to listen on, however many subscribe. */
function connect(url: string, local: EventEmitter, onError: (error: Error) => void) {
  const options = { maxRetriesPerRequest: null, connectTimeout: 2 * seconds }
  const publisher = new Redis(url, { ...options, enableOfflineQueue: false }).on('error', onError)
  const listener = new Redis(url, options).on('error', onError)
  listener.on('message', (_channel, message: string) => {
    const { topic, event } = JSON.parse(message) as { topic: string; event: string }
    local.emit(topic, event)
  })
  listener.subscribe(channel).catch(onError)

  return {
    publish(topic: string, event: string): void {
      publisher.publish(channel, JSON.stringify({ topic, event })).catch(() => {
        // While Redis is away, those who are connected to this instance still hear of it.
        local.emit(topic, event)
      })
    },
    close(): void {
      publisher.disconnect()
      listener.disconnect()
    },
  }
}
