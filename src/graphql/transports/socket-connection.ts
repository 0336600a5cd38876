import type { WebSocket } from '@fastify/websocket'
import { CloseCode, MessageType, type Server } from 'graphql-ws'
import { exceedsJsonDepth, maxJsonDepth } from '../../lib/json-depth.js'
import { KiB, seconds } from '../../lib/quantities.js'
import { readClientMessage } from './client-messages.js'

/** The service stops reading messages while the client has left this much data unread, in bytes. */
const maxBufferedBytes = 256 * KiB
/** The time for pending responses before the socket is closed. */
const closeTimeout = 5 * seconds
/** The maximum length of the reason in a close frame, in bytes. */
const maxReasonLength = 123

interface Options<Extra> {
  socket: WebSocket
  server: Server<Extra>
  /** Creates what the implementation of the protocol keeps of the connection. */
  createExtra(connection: Connection): Extra
  /** The interval of pings, in milliseconds. */
  keepAlive: number
  /** Called with an unexpected error. @returns the close code and the reason with which the socket is closed */
  onFailure(error: unknown): { code: number; reason: string }
}

export type Connection = ReturnType<typeof openConnection>

/** Connects one socket to the implementation of the protocol. */
export function openConnection<Extra>({ socket, server, createExtra, keepAlive, onFailure }: Options<Extra>) {
  /** The running queries and mutations by their ids. */
  const inFlight = new Map<string, Promise<void>>()
  let state: 'open' | 'ending' | 'closed' = 'open'
  /** The listener of the implementation of the protocol. */
  let handleMessage: (text: string) => Promise<void> = async () => undefined

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
    const read = readClientMessage(received)
    if (!read) {
      close(CloseCode.BadRequest, 'Invalid message received')
      return
    }
    const { text, message } = read
    const handled = handleMessage(text).catch((error: unknown) => {
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

  const onClosed = server.opened(
    { protocol: socket.protocol, send, close, onMessage: listener => (handleMessage = listener) },
    createExtra(connection),
  )
  terminateWhenUnresponsive(socket, keepAlive)
  socket.on('message', (data: Buffer, isBinary) => {
    if (state !== 'open') return
    if (isBinary) close(CloseCode.BadRequest, 'Messages must be text')
    else void receive(data.toString())
  })
  socket.once('close', (code, reason) => {
    state = 'closed'
    onClosed(code, reason.toString()).catch(onFailure)
  })
  return connection
}

/** Pings the client in each interval. Terminates a socket from which nothing has arrived since the previous ping. */
function terminateWhenUnresponsive(socket: WebSocket, interval: number): void {
  let isAlive = true
  const keepAlive = () => (isAlive = true)
  const pings = setInterval(() => {
    if (isAlive) socket.ping()
    else socket.terminate()
    isAlive = false
  }, interval).unref()
  socket.on('pong', keepAlive)
  socket.on('message', keepAlive)
  socket.once('close', () => clearInterval(pings))
}
