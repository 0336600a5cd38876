import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { eventQueue } from '../../lib/event-queue.js'
import { seconds } from '../../lib/quantities.js'
import type { PrimaryLink } from '../primary/primary-link.js'
import type { RedisServer } from '../redis.js'

type Listener = (event: string) => void

/** Tells subscribers what happened, on every instance where Redis or a primary connects them, else in this process. */
export interface Events {
  /** At most once: who does not listen now never hears of it. This instance hears of it at once. */
  publish(topic: string, event: string): void
  /** @returns ends the listening */
  listen(topic: string, listener: Listener): () => void
  /** What is published from now on, until `return` is called. */
  subscribe(topic: string): AsyncIterableIterator<string>
  close(): Promise<void>
}

/** How many events may wait for a slow reader before its subscription fails. */
const queueLimit = 100
const channel = 'fitness:events'

const message = Compile(Type.Object({ topic: Type.String(), event: Type.String() }))
const remoteMessage = Compile(
  Type.Object({ from: Type.String(), topic: Type.String(), event: Type.String() }),
)

export function openEvents(redis?: RedisServer, primary?: Pick<PrimaryLink, 'notify' | 'on'>): Events {
  const listeners = new Map<string, Set<Listener>>()
  const tell = (topic: string, event: string) => listeners.get(topic)?.forEach(listener => listener(event))
  const others = redis ? byRedis(redis, tell) : primary && byPrimary(primary, tell)

  function listen(topic: string, listener: Listener): () => void {
    const those = listeners.get(topic) ?? new Set()
    listeners.set(topic, those.add(listener))
    return () => {
      those.delete(listener)
      if (those.size === 0 && listeners.get(topic) === those) listeners.delete(topic)
    }
  }

  return {
    publish(topic, event) {
      tell(topic, event)
      others?.publish(topic, event)
    },
    listen,
    subscribe(topic) {
      const queue = eventQueue<string>(queueLimit, () => stop())
      const stop = listen(topic, queue.push)
      return queue
    },
    close: async () => others?.close(),
  }
}

/** The primary hands it on to all its other workers. */
function byPrimary(primary: Pick<PrimaryLink, 'notify' | 'on'>, tell: Events['publish']) {
  primary.on('event', received => {
    if (message.Check(received)) tell(received.topic, received.event)
  })
  return {
    publish: (topic: string, event: string) => primary.notify('event', { topic, event }),
    close: () => undefined,
  }
}

/** One channel for all topics: an instance has one connection to listen on, however many subscribe. */
function byRedis({ connect, onError }: RedisServer, tell: Events['publish']) {
  const from = randomUUID()
  const options = { maxRetriesPerRequest: null, connectTimeout: 2 * seconds }
  // Nothing waits for Redis: events that cannot be sent now are of no use later, nor shall they pile up.
  const timeouts = { commandTimeout: 2 * seconds, socketTimeout: 2 * seconds }
  const publisher = connect({ ...options, ...timeouts, enableOfflineQueue: false })
  // It only listens, so without a sign of life nobody would notice a connection that is dead.
  const listener = connect({ ...options, keepAlive: 10 * seconds, autoResubscribe: false })
  listener.on('message', (_channel, text: string) => {
    const received = parsed(text)
    // This instance has heard its own events already, whether or not Redis is there.
    if (remoteMessage.Check(received) && received.from !== from) tell(received.topic, received.event)
  })
  // By hand, since nobody would hear of it where Redis goes away again before the library has subscribed anew.
  listener.on('ready', () => void listener.subscribe(channel).catch(onError))

  return {
    publish(topic: string, event: string): void {
      publisher.publish(channel, JSON.stringify({ from, topic, event })).catch(onError)
    },
    close(): void {
      publisher.disconnect()
      listener.disconnect()
    },
  }
}

/** Others may write to the channel, too: what they write must not stop the service. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
