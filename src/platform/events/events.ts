import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { eventQueue } from '../../lib/event-queue.js'
import { seconds } from '../../lib/quantities.js'
import type { PrimaryLink } from '../primary/primary-link.js'
import type { RedisServer } from '../redis.js'

type Listener = (event: string) => void

/** Delivers events to subscribers: on all instances if Redis or a primary connects them, otherwise in this process. */
export interface Events {
  /** Delivers an event at most once, to the current listeners. Listeners of this process are called synchronously. */
  publish(topic: string, event: string): void
  /** @returns a function that removes the listener */
  listen(topic: string, listener: Listener): () => void
  /** Returns the events that are published from now on, until `return` is called. */
  subscribe(topic: string): AsyncIterableIterator<string>
  close(): Promise<void>
}

/** The number of events that can wait for a slow reader before its subscription fails. */
const queueLimit = 100
const channel = 'fitness:events'

const message = Compile(Type.Object({ topic: Type.String(), event: Type.String() }))
const remoteMessage = Compile(
  Type.Object({ from: Type.String(), topic: Type.String(), event: Type.String() }),
)

export function openEvents(redis?: RedisServer, primary?: Pick<PrimaryLink, 'notify' | 'on'>): Events {
  const listeners = new Map<string, Set<Listener>>()
  const notifyListeners = (topic: string, event: string) =>
    listeners.get(topic)?.forEach(listener => listener(event))
  const relay = redis ? redisRelay(redis, notifyListeners) : primary && primaryRelay(primary, notifyListeners)

  function listen(topic: string, listener: Listener): () => void {
    const topicListeners = listeners.get(topic) ?? new Set()
    listeners.set(topic, topicListeners.add(listener))
    return () => {
      topicListeners.delete(listener)
      if (topicListeners.size === 0 && listeners.get(topic) === topicListeners) listeners.delete(topic)
    }
  }

  return {
    publish(topic, event) {
      notifyListeners(topic, event)
      relay?.publish(topic, event)
    },
    listen,
    subscribe(topic) {
      const queue = eventQueue<string>(queueLimit, () => stop())
      const stop = listen(topic, queue.push)
      return queue
    },
    close: async () => relay?.close(),
  }
}

/** The primary forwards an event to all other workers. */
function primaryRelay(primary: Pick<PrimaryLink, 'notify' | 'on'>, notifyListeners: Events['publish']) {
  primary.on('event', received => {
    if (message.Check(received)) notifyListeners(received.topic, received.event)
  })
  return {
    publish: (topic: string, event: string) => primary.notify('event', { topic, event }),
    close: () => undefined,
  }
}

/** All topics share one Redis channel, so that each instance needs only one subscriber connection. */
function redisRelay({ connect, onError }: RedisServer, notifyListeners: Events['publish']) {
  const instanceId = randomUUID()
  const options = { maxRetriesPerRequest: null, connectTimeout: 2 * seconds }
  // Events are not queued while Redis is unavailable: they would be useless later and use memory.
  const timeouts = { commandTimeout: 2 * seconds, socketTimeout: 2 * seconds }
  const publisher = connect({ ...options, ...timeouts, enableOfflineQueue: false })
  // The subscriber connection never writes, so keep-alive is needed to detect a dead connection.
  const listener = connect({ ...options, keepAlive: 10 * seconds, autoResubscribe: false })
  listener.on('message', (_channel, text: string) => {
    const received = parseJson(text)
    // Events of this instance were delivered locally, whether or not Redis is available.
    if (remoteMessage.Check(received) && received.from !== instanceId)
      notifyListeners(received.topic, received.event)
  })
  // Subscribe manually: if Redis disconnects again during `autoResubscribe`, the library reports no error.
  listener.on('ready', () => void listener.subscribe(channel).catch(onError))

  return {
    publish(topic: string, event: string): void {
      publisher.publish(channel, JSON.stringify({ from: instanceId, topic, event })).catch(onError)
    },
    close(): void {
      publisher.disconnect()
      listener.disconnect()
    },
  }
}

/** Other programs can write to the channel, so invalid JSON must not stop the service. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
