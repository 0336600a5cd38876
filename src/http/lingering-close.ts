import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { MiB, minutes, seconds } from '../lib/quantities.js'

/** So much of a body is dropped after the answer, in so much time, while something comes at least so often. */
const [mostBytes, longest, patience] = [128 * MiB, 1 * minutes, 5 * seconds]
const interval = 0.5 * seconds

/**
 * Reads and drops for a while what a client goes on sending after it was answered. A connection that is closed with
 * something unread is reset, and a client that is still writing never sees why. So one that asked for it to be closed,
 * as proxies do, waits for that until its body has ended, too.
 */
export const lingeringClose = fp(async app => {
  const toBeClosed = new WeakSet<IncomingMessage>()
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (isBodyIncomplete(raw)) stayOpen(raw, reply)
    done()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    const close = () => {
      if (toBeClosed.has(raw)) raw.socket.end()
    }
    if (isBodyIncomplete(raw)) discardBody(raw, close)
    else close()
    done()
  })

  function stayOpen(request: IncomingMessage, reply: FastifyReply): void {
    reply.removeHeader('connection')
    if (reply.raw.shouldKeepAlive) return
    toBeClosed.add(request)
    // Else Node closes it as soon as the answer is written.
    reply.raw.shouldKeepAlive = true
    reply.raw.removeHeader('connection')
  }
})

const isBodyIncomplete = ({ complete, readableEnded, headers }: IncomingMessage) =>
  !(complete || readableEnded) &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)

function discardBody(request: IncomingMessage, ended: () => void): void {
  const { socket } = request
  const first = socket.bytesRead
  const end = performance.now() + longest
  let [last, lastAt] = [first, performance.now()]
  const watch = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > last) [last, lastAt] = [socket.bytesRead, now]
    if (now > end || now - lastAt > patience || last - first > mostBytes) socket.destroy()
  }, interval).unref()
  const stop = () => clearInterval(watch)
  request.once('end', ended).once('end', stop).once('close', stop)
  request.unpipe()
  request.resume()
}
