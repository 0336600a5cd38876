import type { WebSocket } from '@fastify/websocket'
import { CloseCode, MessageType, parseMessage, type Message, type Server } from 'graphql-ws'
import { exceedsJsonDepth, maxJsonDepth } from '../../lib/json-depth.js'
import { KiB, seconds } from '../../lib/quantities.js'

/** The message types that clients may send. */
const clientMessages = new Set([
  MessageType.ConnectionInit,
  MessageType.Ping,
  MessageType.Pong,
  MessageType.Subscribe,
  MessageType.Complete,
])

/** The service stops reading messages while the client has left this much data unread, in bytes. */
const maxBufferedBytes = 256 * KiB
/** The time for pending responses before the socket is closed. */
const closeTimeout = 5 * seconds
/** The maximum length of the reason in a close frame, in bytes. */
const maxReasonLength = 123

interface Options<Extra> {
  socket: WebSocket
  server: Server<Extra>
  extra(connection: Connection): Extra
  /** The interval of pings, in milliseconds. */
  keepAlive: number
  /** Called with an unexpected error. @returns the close code and the reason with which the socket is closed */
  onFailure(error: unknown): { code: number; reason: string }
}

export type Connection = ReturnType<typeof openConnection>

/** Connects one socket to the implementation of the protocol. */
export function openConnection<Extra>({ socket, server, extra, keepAlive, onFailure }: Options<Extra>) {
  /** The running queries and mutations by their ids. */
  const inFlight = new Map<string, Promise<void>>()
  let state: 'open' | 'ending' | 'closed' = 'open'
  let alive = true
  let handle: (text: string) => Promise<void> = async () => undefined

  function close(code: number, reason: string): void {
    state = 'closed'
    // The close frame of the client must be read.
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
    /** Marks the operation as a subscription, for which `closeAfterResponses` does not wait. */
    excludeFromClosing: (id: string) => void inFlight.delete(id),
    /** Sends the pending responses, then closes the socket. Further messages are ignored. */
    closeAfterResponses(code: number, reason: string): void {
      if (state !== 'open') return
      state = 'ending'
      const timeout = setTimeout(() => close(code, reason), closeTimeout).unref()
      void Promise.all(inFlight.values()).then(() => {
        clearTimeout(timeout)
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

/** Returns the text in the form that the implementation of the protocol requires, and the parsed message. */
function readMessage(text: string): [string, Message | undefined] {
  const message = tryParseMessage(text)
  if (message) return [text, message]
  const completed = addEmptyQuery(text)
  return [completed, tryParseMessage(completed)]
}

/** Returns undefined if the message is invalid, or clients may not send it. */
function tryParseMessage(text: string): Message | undefined {
  try {
    const message = parseMessage(text)
    return clientMessages.has(message.type) ? message : undefined
  } catch {
    return undefined
  }
}

/** Adds the `query` that the protocol requires if the client identifies the document by its id or hash. */
function addEmptyQuery(text: string): string {
  try {
    const { payload, ...message } = JSON.parse(text) as { payload?: Record<string, unknown> }
    const hasDocumentId = payload?.documentId != null || payload?.extensions != null
    if (!hasDocumentId || payload.query != null) return text
    return JSON.stringify({ ...message, payload: { ...payload, query: '' } })
  } catch {
    return text
  }
}
