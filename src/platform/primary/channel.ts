import { withDeadline } from '../../lib/deadline.js'

/** One end of a wire between two processes of the service. */
export interface ChannelTransport {
  /** @param sent called when the message has left, or cannot */
  send(message: object, sent: () => void): void
  listen(listener: (message: unknown) => void): void
}

type Handler = (content: unknown) => unknown

/** Asks and tells another process of the service. What is sent in one turn of the event loop is one message. */
export interface Channel {
  /**
   * @param patience how long to wait for the answer, in milliseconds
   * @throws DeadlineError; an Error where the other one refuses, is gone, or takes nothing more
   */
  request(what: string, content: unknown, patience: number): Promise<unknown>
  /** At most once: it is dropped where too much waits to be sent. */
  notify(what: string, content: unknown): void
  /** What is done with what the other one asks or tells. */
  on(what: string, handler: Handler): void
  /** Whoever waits for an answer does so no longer. */
  close(): void
}

type Item =
  | ['ask', id: number, what: string, content: unknown]
  | ['tell', what: string, content: unknown]
  | ['answer', id: number, content: unknown]
  | ['refusal', id: number, message: string]

interface PendingRequest {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** How much may wait to be sent, and for how many answers. */
const maxPending = 10_000

/** Both ends are made by this. @param limit how much may wait to be sent, and for how many answers */
export function createChannel(port: ChannelTransport, limit = maxPending): Channel {
  const handlers = new Map<string, Handler>()
  const questions = new Map<number, PendingRequest>()
  let waiting: Item[] = []
  let unsent = 0
  let lastId = 0
  let isClosed = false

  function flush(): void {
    const items = waiting
    waiting = []
    if (isClosed) return
    unsent += items.length
    port.send({ fitness: items }, () => (unsent -= items.length))
  }

  /** @returns whether there was room for it */
  function put(item: Item): boolean {
    if (isClosed || waiting.length + unsent >= limit) return false
    if (waiting.push(item) === 1) setImmediate(flush)
    return true
  }

  async function answer(id: number, what: string, content: unknown): Promise<void> {
    try {
      const handler = handlers.get(what)
      if (!handler) throw new Error(`nobody knows what "${what}" is`)
      put(['answer', id, await handler(content)])
    } catch (error) {
      put(['refusal', id, error instanceof Error ? error.message : String(error)])
    }
  }

  function take(item: Item): void {
    if (item[0] === 'ask') void answer(item[1], item[2], item[3])
    else if (item[0] === 'tell') handlers.get(item[1])?.(item[2])
    else if (item[0] === 'answer') questions.get(item[1])?.resolve(item[2])
    else questions.get(item[1])?.reject(new Error(item[2]))
  }

  port.listen(message => {
    // Others use the wire, too: Node itself, and libraries.
    if (isBatch(message)) message.fitness.forEach(take)
  })

  return {
    async request(what, content, patience) {
      const id = ++lastId
      if (questions.size >= limit || !put(['ask', id, what, content]))
        throw new Error('the other process takes nothing more')
      const answered = new Promise((resolve, reject) => questions.set(id, { resolve, reject }))
      try {
        return await withDeadline(answered, patience)
      } finally {
        questions.delete(id)
      }
    },
    notify: (what, content) => void put(['tell', what, content]),
    on: (what, handler) => void handlers.set(what, handler),
    close() {
      isClosed = true
      for (const { reject } of questions.values()) reject(new Error('the other process is gone'))
    },
  }
}

const isBatch = (message: unknown): message is { fitness: Item[] } =>
  typeof message === 'object' && message !== null && 'fitness' in message && Array.isArray(message.fitness)
