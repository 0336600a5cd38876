import type { WebSocket } from '@fastify/websocket'
import { CloseCode, MessageType, parseMessage, type Message, type Server } from 'graphql-ws'
import { exceedsJsonDepth, maxJsonDepth } from '../../lib/json-depth.js'
import { KiB, seconds } from '../../lib/quantities.js'

/** What a client may send; the rest of the protocol's messages are the server's. */
const clientMessages = new Set([
  MessageType.ConnectionInit,
  MessageType.Ping,
  MessageType.Pong,
  MessageType.Subscribe,
  MessageType.Complete,
])

/** Nothing more is read from a client who leaves this much of the answers unread, in bytes. */
const maxBufferedBytes = 256 * KiB
/** How long the other end may take to read what is in flight when the socket is to be closed. */
const closeTimeout = 5 * seconds
/** The longest reason a close frame has room for, in bytes. */
const maxReasonLength = 123

interface Options<Extra> {
  socket: WebSocket
  server: Server<Extra>
  extra(connection: Connection): Extra
  /** How often the other end is asked whether it is still there, in milliseconds. */
  keepAlive: number
  /** Told of what went wrong here, before the socket is closed for it. @returns how to close it */
  onFailure(error: unknown): { code: number; reason: string }
}

export type Connection = ReturnType<typeof openConnection>

/** Carries the messages of one socket to and from the protocol's implementation. */
export function openConnection<Extra>({ socket, server, extra, keepAlive, onFailure }: Options<Extra>) {
  /** Operations that will be answered soon, by their ids. */
  const inFlight = new Map<string, Promise<void>>()
  let state: 'open' | 'ending' | 'closed' = 'open'
  let alive = true
  let handle: (text: string) => Promise<void> = async () => undefined

  function close(code: number, reason: string): void {
    state = 'closed'
    // The other end's close frame has to be read.
    socket.resume()
    socket.close(code, Buffer.from(reason).subarray(0, maxReasonLength))
  }

  function send(text: string): Promise<void> {
    return new Promise<void>(sent => {
      socket.send(text, () => {
        if (socket.bufferedAmount < maxBufferedBytes) socket.resume()
        sent()
      })
      if (state !== 'closed' && socket.bufferedAmount >= maxBufferedBytes) socket.pause()
    })
  }

  async function receive(received: string): Promise<void> {
    if (exceedsJsonDepth(received)) {
      close(CloseCode.BadRequest, `A message can be nested at most ${maxJsonDepth} levels deep`)
      return
    }
    const [text, message] = readMessage(received)
    if (!message) {
      close(CloseCode.BadRequest, 'Invalid message received')
      return
    }
    const handled = handle(text).catch((error: unknown) => {
      const { code, reason } = onFailure(error)
      close(code, reason)
    })
    if (message.type !== MessageType.Subscribe) return
    inFlight.set(message.id, handled)
    await handled
    if (inFlight.get(message.id) === handled) inFlight.delete(message.id)
  }

  const connection = {
    send,
    isOpen: () => state === 'open' && socket.readyState === socket.OPEN,
    /** The operation has no end of its own: `end` shall not wait for it. */
    excludeFromClosing: (id: string) => void inFlight.delete(id),
    /** Answers what is in flight, then closes. What still comes is not read any more. */
    closeAfterResponses(code: number, reason: string): void {
      if (state !== 'open') return
      state = 'ending'
      const impatience = setTimeout(() => close(code, reason), closeTimeout).unref()
      void Promise.all(inFlight.values()).then(() => {
        clearTimeout(impatience)
        close(code, reason)
      })
    },
  }

  const closed = server.opened(
    { protocol: socket.protocol, send, close, onMessage: listener => (handle = listener) },
    extra(connection),
  )
  const pings = setInterval(() => {
    if (alive) socket.ping()
    else socket.terminate()
    alive = false
  }, keepAlive).unref()

  socket.on('pong', () => (alive = true))
  socket.on('message', (data: Buffer, isBinary) => {
    alive = true
    if (state !== 'open') return
    if (isBinary) close(CloseCode.BadRequest, 'Messages must be text')
    else void receive(data.toString())
  })
  socket.once('close', (code, reason) => {
    state = 'closed'
    clearInterval(pings)
    closed(code, reason.toString()).catch(onFailure)
  })
  return connection
}

/** The text as the protocol's implementation wants it, and what it says. */
function readMessage(text: string): [string, Message | undefined] {
  const message = tryParseMessage(text)
  if (message) return [text, message]
  const completed = addEmptyQuery(text)
  return [completed, tryParseMessage(completed)]
}

/** Undefined if it is none that a client may send. */
function tryParseMessage(text: string): Message | undefined {
  try {
    const message = parseMessage(text)
    return clientMessages.has(message.type) ? message : undefined
  } catch {
    return undefined
  }
}

/** The protocol demands a `query`; who names a document by its id or its hash may leave it out. */
function addEmptyQuery(text: string): string {
  try {
    const { payload, ...message } = JSON.parse(text) as { payload?: Record<string, unknown> }
    const isNamed = payload?.documentId != null || payload?.extensions != null
    if (!isNamed || payload.query != null) return text
    return JSON.stringify({ ...message, payload: { ...payload, query: '' } })
  } catch {
    return text
  }
}
