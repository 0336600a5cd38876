import { withDeadline } from '../../lib/deadline.js'

/** The transport of a channel: one end of the IPC connection between two processes. */
export interface ChannelTransport {
  /** @param sent called when the message was sent or could not be sent */
  send(message: object, sent: () => void): void
  listen(listener: (message: unknown) => void): void
}

type Handler = (content: unknown) => unknown

/** Exchanges requests and notifications with another process. Items of the same event loop turn are sent as one message. */
export interface Channel {
  /**
   * @param timeout how long to wait for the response, in milliseconds
   * @throws DeadlineError; Error if the other process rejects the request, has disconnected or is overloaded
   */
  request(method: string, content: unknown, timeout: number): Promise<unknown>
  /** Sends a notification at most once. It is dropped if too many items wait to be sent. */
  notify(method: string, content: unknown): void
  /** Sets the handler of a method. */
  on(method: string, handler: Handler): void
  /** Rejects all pending requests. */
  close(): void
}

type Item =
  | ['request', id: number, method: string, content: unknown]
  | ['notification', method: string, content: unknown]
  | ['response', id: number, content: unknown]
  | ['error', id: number, message: string]

interface PendingRequest {
  resolve(response: unknown): void
  reject(error: Error): void
}

/** The maximum number of items that wait to be sent, and of pending requests. */
const maxPending = 10_000

/** Creates either end of a channel. @param limit the maximum number of unsent items, and of pending requests */
export function createChannel(port: ChannelTransport, limit = maxPending): Channel {
  const handlers = new Map<string, Handler>()
  const pendingRequests = new Map<number, PendingRequest>()
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

  /** @returns false if too many items wait to be sent */
  function enqueue(item: Item): boolean {
    if (isClosed || waiting.length + unsent >= limit) return false
    if (waiting.push(item) === 1) setImmediate(flush)
    return true
  }

  async function respond(id: number, method: string, content: unknown): Promise<void> {
    try {
      const handler = handlers.get(method)
      if (!handler) throw new Error(`unknown method "${method}"`)
      enqueue(['response', id, await handler(content)])
    } catch (error) {
      enqueue(['error', id, error instanceof Error ? error.message : String(error)])
    }
  }

  function handle(item: Item): void {
    if (item[0] === 'request') void respond(item[1], item[2], item[3])
    else if (item[0] === 'notification') handlers.get(item[1])?.(item[2])
    else if (item[0] === 'response') pendingRequests.get(item[1])?.resolve(item[2])
    else pendingRequests.get(item[1])?.reject(new Error(item[2]))
  }

  port.listen(message => {
    // Node.js itself and libraries send messages on the same IPC connection.
    if (isBatch(message)) message.fitness.forEach(handle)
  })

  return {
    async request(method, content, timeout) {
      const id = ++lastId
      if (pendingRequests.size >= limit || !enqueue(['request', id, method, content]))
        throw new Error('the other process is overloaded or disconnected')
      const response = new Promise((resolve, reject) => pendingRequests.set(id, { resolve, reject }))
      try {
        return await withDeadline(response, timeout)
      } finally {
        pendingRequests.delete(id)
      }
    },
    notify: (method, content) => void enqueue(['notification', method, content]),
    on: (method, handler) => void handlers.set(method, handler),
    close() {
      isClosed = true
      for (const { reject } of pendingRequests.values())
        reject(new Error('the other process has disconnected'))
    },
  }
}

const isBatch = (message: unknown): message is { fitness: Item[] } =>
  typeof message === 'object' && message !== null && 'fitness' in message && Array.isArray(message.fitness)
