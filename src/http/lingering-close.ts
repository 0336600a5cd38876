import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { MiB, minutes, seconds } from '../lib/quantities.js'

/** Limits for discarding the rest of a body. When one is reached, the connection is closed. */
const maxBytes = 128 * MiB
const maxDuration = 1 * minutes
const idleTimeout = 5 * seconds
const checkInterval = 0.5 * seconds

/**
 * Keeps reading and discarding a body for a while after the response was sent, as nginx does with `lingering_close`.
 * TCP resets a connection that is closed with unread data, and a client that is still writing would never read the
 * response. Therefore even a connection that the client asked to close is closed only after its body has ended.
 */
export const lingeringClose = fp(async app => {
  /** The requests whose connection is closed after their body has ended. */
  const closedAfterBody = new WeakSet<IncomingMessage>()
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isBodyIncomplete(raw)) keepConnectionOpen(raw, reply)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    const close = () => {
      if (closedAfterBody.has(raw)) raw.socket.end()
    }
    if (isBodyIncomplete(raw)) discardBody(raw, close)
    else close()
    done()
  })

  /** Prevents Node from closing the connection as soon as the response is written. */
  function keepConnectionOpen(request: IncomingMessage, reply: FastifyReply): void {
    reply.removeHeader('connection')
    if (reply.raw.shouldKeepAlive) return
    closedAfterBody.add(request)
    reply.raw.shouldKeepAlive = true
    reply.raw.removeHeader('connection')
  }
})

const isBodyIncomplete = ({ complete, readableEnded, headers }: IncomingMessage) =>
  !(complete || readableEnded) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)

function discardBody(request: IncomingMessage, onEnd: () => void): void {
  const { socket } = request
  const initialBytes = socket.bytesRead
  const deadline = performance.now() + maxDuration
  let receivedBytes = initialBytes
  let receivedAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > receivedBytes) {
      receivedBytes = socket.bytesRead
      receivedAt = now
    }
    const isIdle = now - receivedAt > idleTimeout
    if (now > deadline || isIdle || receivedBytes - initialBytes > maxBytes) socket.destroy()
  }, checkInterval).unref()
  const stop = () => clearInterval(timer)
  request.once('end', onEnd).once('end', stop).once('close', stop)
  request.unpipe()
  request.resume()
}
