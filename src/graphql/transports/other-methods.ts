import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'

/** Answers every method but the allowed ones with 405, and OPTIONS with what is allowed. */
export function rejectOtherMethods(app: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ')
  const others = METHODS.filter(method => !allowed.includes(method) && method !== 'CONNECT')
  for (const method of others) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.route({
    ...{ method: others, url, schema: { hide: true } },
    // Before the body is read.
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
