import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createClient as createSseClient, type ClientOptions as SseOptions } from 'graphql-sse'
import { createClient, type Client, type ClientOptions } from 'graphql-ws'
import type { Test } from 'tap'
import { WebSocket } from 'ws'
import type { App } from '../../../src/app.js'
import { build, type GraphQLResponse, type TestUser, type Settings } from '../../helper.js'
import { unlimited } from '../requests.js'

export const protocol = 'graphql-transport-ws'
export const accountChanged = 'subscription { accountChanged { firstName } }'
export const profilePhotoUploaded = 'subscription { profilePhotoUploaded { id fileName } }'

/** Starts an app that listens on a port. */
export async function startListening(t: Test, options: { settings?: Settings; clock?: () => Date } = {}) {
  const app = await build(t, { ...options, settings: { ...unlimited, ...options.settings } })
  await app.listen({ port: 0 })
  // Node's fetch keeps connections open on which it has sent nothing.
  t.teardown(() => app.server.closeAllConnections())
  return { app, ...addressesOf(app) }
}

export function addressesOf(app: App) {
  const { port } = app.server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return { port, socketUrl: `ws://${host}/graphql`, httpUrl: `http://${host}/graphql` }
}

/** Collects items, to be awaited one after the other. */
export function inbox<T>() {
  const arrived: T[] = []
  const waiting: ((item: T) => void)[] = []
  return {
    /** The items that were not taken yet. */
    arrived,
    put(item: T): void {
      const taker = waiting.shift()
      if (taker) taker(item)
      else arrived.push(item)
    },
    take: async (): Promise<T> =>
      arrived.length > 0 ? arrived.shift()! : new Promise(resolve => waiting.push(resolve)),
  }
}

export interface OperationRequest {
  query: string
  variables?: Record<string, unknown>
  operationName?: string
  extensions?: Record<string, unknown>
}

interface Subscriber {
  subscribe(
    request: OperationRequest,
    sink: { next(value: unknown): void; error(error: unknown): void; complete(): void },
  ): () => void
}

/** Subscribes with the client. Collects the events, then the end. */
export function follow(client: Subscriber, request: OperationRequest) {
  const events = inbox<GraphQLResponse>()
  const ended = inbox<unknown>()
  const stop = client.subscribe(request, {
    next: value => events.put(value as GraphQLResponse),
    error: error => ended.put(error),
    complete: () => ended.put('complete'),
  })
  return { next: events.take, arrived: events.arrived, ended: ended.take, stop }
}

/** Returns the only response to an operation; `{ error }` for an `error` message. */
export async function responseOf(client: Subscriber, request: OperationRequest): Promise<unknown> {
  const { arrived, ended } = follow(client, request)
  const end = await ended()
  return end === 'complete' ? arrived[0] : { error: end }
}

/** Creates a graphql-ws client that does not reconnect. */
export function socketClient(t: Test, url: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url, webSocketImpl: WebSocket, retryAttempts: 0, lazy: true, ...options })
  t.teardown(() => client.dispose())
  return client
}

/** Creates a graphql-sse client that does not reconnect. */
export function sseClient(t: Test, url: string, options: Partial<SseOptions> = {}) {
  const client = createSseClient({ url, retryAttempts: 0, ...options })
  t.teardown(() => client.dispose())
  return client
}

interface Message {
  type: string
  id?: string
  payload?: unknown
}

/** Opens a socket that can send any messages. */
export async function rawSocket(
  t: Test,
  url: string,
  { protocols = [protocol], headers = {} }: { protocols?: string[]; headers?: Record<string, string> } = {},
) {
  const socket = new WebSocket(url, protocols, { headers })
  const messages = inbox<Message>()
  const closeEvents = inbox<{ code: number; reason: string }>()
  socket.on('message', (data: Buffer) => messages.put(JSON.parse(data.toString()) as Message))
  socket.on('close', (code, reason) => closeEvents.put({ code, reason: reason.toString() }))
  socket.on('error', () => undefined)
  t.teardown(() => socket.terminate())
  await once(socket, 'open')
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message))
  return {
    socket,
    send,
    receive: messages.take,
    arrived: messages.arrived,
    closed: closeEvents.take,
    async init(payload?: object): Promise<void> {
      send({ type: 'connection_init', ...(payload ? { payload } : {}) })
      const { type } = await messages.take()
      if (type !== 'connection_ack') throw new Error(`no acknowledgement but ${type}`)
    },
    subscribe: (id: string, payload: unknown) => send({ id, type: 'subscribe', payload }),
    /** Resolves when the service has handled all earlier messages. */
    async handled(): Promise<void> {
      send({ type: 'ping', payload: { marker: true } })
      const { type } = await messages.take()
      if (type !== 'pong') throw new Error(`no pong but ${type}`)
    },
  }
}

/** Returns the status of a rejected upgrade request. */
export async function refusedUpgrade(url: string, headers: Record<string, string> = {}): Promise<number> {
  const socket = new WebSocket(url, [protocol], { headers })
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number; resume(): void },
  ]
  response.resume()
  socket.terminate()
  return response.statusCode
}

/** Opens a socket of a user that can test whether another subscription is allowed. */
export async function subscriber(t: Test, app: App, url: string, { id: userId, headers }: TestUser) {
  const raw = await rawSocket(t, url)
  await raw.init(headers)

  /** Returns the next message of this operation, or the response to a ping. */
  async function nextMessage(id: string): Promise<Message> {
    const message = await raw.receive()
    return message.type === 'pong' || message.id === id ? message : nextMessage(id)
  }

  /** Subscribes. @returns whether the subscription receives a change */
  async function isAllowed(id: string): Promise<boolean> {
    raw.subscribe(id, { query: accountChanged })
    raw.send({ type: 'ping' })
    const first = await nextMessage(id)
    if (first.type === 'pong') await app.features.services.profile.update(userId, { firstName: randomUUID() })
    const { type, payload } = await nextMessage(id)
    if (type === 'next') return true
    t.match(first.type === 'pong' ? payload : first.payload, [
      { extensions: { code: 'RATE_LIMITED', retryAfter: 1 } },
    ])
    return false
  }
  return { ...raw, isAllowed, complete: (id: string) => raw.send({ type: 'complete', id }) }
}

/** Subscribes until it is allowed, because the service detects the end of a connection asynchronously. */
export async function waitUntilAllowed({ isAllowed }: Awaited<ReturnType<typeof subscriber>>, id = 'freed') {
  while (!(await isAllowed(id)));
}
