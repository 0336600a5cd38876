import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { unavailable } from '../errors.js'
import type { Deadline } from '../lib/deadline.js'

declare module 'fastify' {
  interface FastifyRequest {
    deadline: RequestDeadline | null
  }
}

/** The time in which a request is to be answered. When it is up, that is the answer. */
export interface RequestDeadline extends Deadline {
  /** Lets the client take its time for what is to come from it. */
  pause(): void
  resume(): void
  /** The answer is on its way, or will never be one. */
  cancel(): void
  /** Whether it has passed: the answer says so. No getter: for each that an object has of its own V8 keeps a shape. */
  isOver(): boolean
}

interface Options {
  /** In milliseconds. */
  timeout: number
}

/**
 * Answers 503 once a request has waited so long for what it calls, the client's own body excepted. A timer, and no
 * context: that would cost each promise of the process something. What was begun ends by the deadlines of its own.
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
  let rest = timeout
  let startedAt: number | undefined
  let isOver = false
  const left = () => Math.max(0, startedAt === undefined ? rest : startedAt + rest - performance.now())

  const deadline = {
    left,
    pause() {
      rest = left()
      startedAt = undefined
      clearTimeout(timer)
    },
    resume() {
      if (startedAt !== undefined) return
      startedAt = performance.now()
      timer = setTimeout(() => {
        isOver = true
        reply.send(requestTimedOut())
      }, rest)
    },
    cancel: () => clearTimeout(timer),
    isOver: () => isOver,
  }
  deadline.resume()
  return deadline
}

/** What the handler has to say by now is no answer any more, and no mistake of the handler's either. */
function ignoreHandlerResult(reply: FastifyReply): void {
  reply.hijack()
  reply.log = reply.log.child({}, { level: 'silent' })
}

const requestTimedOut = () =>
  unavailable('A system that the service depends on does not respond. Try again in a moment.')
