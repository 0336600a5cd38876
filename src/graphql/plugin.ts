import accepts from '@fastify/accepts'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OperationTypeNode } from 'graphql'
import mercurius from 'mercurius'
import { AppError } from '../errors.js'
import { clientOf } from '../http/client.js'
import { answerErrors } from '../http/errors.js'
import type { Services } from '../services.js'
import { requestErrorShape } from './errors.js'
import { executor, type Answer } from './execute.js'
import { GetQuery, PostBody, readGet, type GraphQLRequest } from './request.js'
import { executableSchema } from './schema.js'

interface Options {
  services: Services
  loginEnabled: boolean
  /** Whether everyone may ask for the schema, or administrators only. */
  publicIntrospection: boolean
}

const graphqlResponse = 'application/graphql-response+json'

/** GraphQL over HTTP at `/graphql`. */
export const graphql: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const schema = executableSchema(options)
  answerErrors(app, requestErrorShape)
  await app.register(accepts)
  await app.register(mercurius, {
    schema,
    routes: false,
    jit: 1,
    cache: 500,
    // Errors get their form where the answer is made.
    errorFormatter: execution => ({ statusCode: 200, response: execution }),
  })
  const execute = executor(app, schema, options)

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    wanted: GraphQLRequest,
  ): Promise<FastifyReply> {
    const mediaType = negotiate(request)
    if (request.refusal) throw request.refusal
    const { viewer } = request
    const context = { viewer, client: clientOf(request), services: options.services }
    const result = await execute(wanted, context, request, kind => {
      if (request.method === 'GET' && kind !== OperationTypeNode.QUERY) {
        reply.header('allow', 'POST')
        throw new AppError('METHOD_NOT_ALLOWED', 'Only queries can be asked by GET.')
      }
    })
    return send(reply, result, mediaType)
  }

  const schemaOf = { hide: true }
  app.post('/graphql', { schema: { ...schemaOf, body: PostBody } }, (request, reply) =>
    answer(request, reply, {
      query: request.body.query,
      operationName: request.body.operationName ?? null,
      variables: request.body.variables ?? {},
    }),
  )
  app.get('/graphql', { schema: { ...schemaOf, querystring: GetQuery } }, (request, reply) =>
    answer(request, reply, readGet(request.query)),
  )
}

/** @throws AppError NOT_ACCEPTABLE */
function negotiate(request: FastifyRequest): string {
  const chosen = request.accepts().type(['application/json', graphqlResponse])
  if (typeof chosen === 'string') return chosen
  throw new AppError('NOT_ACCEPTABLE', `Answers are application/json or ${graphqlResponse}.`)
}

/** Clients of plain JSON take any other status than 200 for a failure of the transport. */
function send(reply: FastifyReply, { failed, body }: Answer, mediaType: string): FastifyReply {
  return reply
    .code(failed && mediaType === graphqlResponse ? 400 : 200)
    .type(`${mediaType}; charset=utf-8`)
    .send(JSON.stringify(body))
}
