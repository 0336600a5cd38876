import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { unavailable } from '../errors.js'
import type { Deadline } from '../lib/deadline.js'

declare module 'fastify' {
  interface FastifyRequest {
    deadline: RequestDeadline | null
  }
}

/** The deadline of a response. When it has passed, the request gets 503. */
interface RequestDeadline extends Deadline {
  /** Stops the clock while the body of the client arrives. */
  pause(): void
  resume(): void
  /** Cancels the deadline, because the response is being sent or the request becomes a socket. */
  cancel(): void
  /**
   * Returns whether the deadline has passed. No getter, because V8 keeps a hidden class for each object with its own
   * getter.
   */
  isOver(): boolean
}

interface Options {
  /** In milliseconds. */
  timeout: number
}

/**
 * Sends 503 if a request takes longer than the timeout, not counting the time in which its body arrives. A timer instead
 * of an AsyncLocalStorage, which would slow down every promise. Work that has begun ends by its own deadlines.
 */
export const requestDeadlines = fp<Options>(async (app, { timeout }) => {
  app.decorateRequest('deadline', null)
  app.addHook('onRequest', (request, reply, done) => {
    request.deadline = requestDeadline(timeout, reply)
    done()
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.deadline?.pause()
    done()
  })
  app.addHook('preValidation', ({ deadline, raw }, _reply, done) => {
    if (raw.upgrade) deadline?.cancel()
    else deadline?.resume()
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    request.deadline?.cancel()
    if (request.deadline?.isOver()) ignoreHandlerResult(reply)
    done()
  })
})

function requestDeadline(timeout: number, reply: FastifyReply): RequestDeadline {
  let timer: NodeJS.Timeout | undefined
  let remaining = timeout
  let startedAt: number | undefined
  let isOver = false
  const left = () =>
    Math.max(0, startedAt === undefined ? remaining : startedAt + remaining - performance.now())

  const deadline = {
    left,
    pause() {
      remaining = left()
      startedAt = undefined
      clearTimeout(timer)
    },
    resume() {
      if (startedAt !== undefined) return
      startedAt = performance.now()
      timer = setTimeout(() => {
        isOver = true
        reply.send(requestTimedOut())
      }, remaining)
    },
    cancel: () => clearTimeout(timer),
    isOver: () => isOver,
  }
  deadline.resume()
  return deadline
}

/** Ignores a response that the handler sends too late, without logging it as an error. */
function ignoreHandlerResult(reply: FastifyReply): void {
  reply.hijack()
  reply.log = reply.log.child({}, { level: 'silent' })
}

const requestTimedOut = () =>
  unavailable('A system that the service depends on does not respond. Try again in a moment.')
