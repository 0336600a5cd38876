import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import { otherMethods } from '../../http/other-methods.js'

/** Sends 405 for every method that is not allowed, and the allowed methods for OPTIONS. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ')
  app.route({
    method: otherMethods(app, allowed),
    url,
    schema: { hide: true },
    // Runs before the body is read.
    async onRequest({ method }: FastifyRequest, reply: FastifyReply) {
      reply.header('allow', allow)
      throw new AppError('METHOD_NOT_ALLOWED', `${method} is not allowed here. Use ${allow}.`)
    },
    handler: () => undefined,
  })
  app.options(url, { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).header('allow', allow).send(),
  )
}
