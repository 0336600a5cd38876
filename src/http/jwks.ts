import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { restErrors } from './errors.js'
import type { TokenKeys } from '../platform/keys/token-keys.js'

const Key = Type.Object({
  kty: Type.String(),
  n: Type.String(),
  e: Type.String(),
  kid: Type.String(),
  use: Type.String(),
  alg: Type.String(),
})

/** Serves the public keys with which other services verify tokens. */
export const jwksRoutes: FastifyPluginAsyncTypebox<{ keys: TokenKeys }> = async (app, { keys }) => {
  const schema = {
    tags: ['auth'],
    operationId: 'getKeys',
    summary: 'List the public keys that verify tokens (JWK Set, RFC 7517)',
    response: {
      200: Type.Object({ keys: Type.Array(Key) }, { title: 'KeySet', description: 'The JWK Set.' }),
      ...restErrors('TOO_MANY_REQUESTS'),
    },
  }
  app.get('/.well-known/jwks.json', { schema, config: { unsigned: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return keys.jwks
  })
}
