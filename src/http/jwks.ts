import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { restErrors } from './errors.js'
import type { TokenKeys } from '../platform/keys/token-keys.js'

const Key = Type.Object({
  kty: Type.String({ description: 'Type of the key: RSA.' }),
  n: Type.String({ description: 'Modulus, base64url.' }),
  e: Type.String({ description: 'Public exponent, base64url.' }),
  kid: Type.String({ description: 'Identifier of the key, as in the header of a token.' }),
  use: Type.String({ description: 'Purpose of the key: sig, for signatures.' }),
  alg: Type.String({ description: 'Algorithm of the signatures: RS256.' }),
})

/** Serves the public keys with which other services verify tokens. */
export const jwksRoutes: FastifyPluginAsyncTypebox<{ keys: TokenKeys }> = async (app, { keys }) => {
  const schema = {
    tags: ['auth'],
    operationId: 'getKeys',
    summary: 'List the public keys that verify tokens (JWK Set, RFC 7517)',
    response: {
      200: Type.Object(
        { keys: Type.Array(Key, { description: 'The keys that verify tokens now.' }) },
        { title: 'KeySet', description: 'The JWK Set.' },
      ),
      ...restErrors('TOO_MANY_REQUESTS'),
    },
  }
  app.get('/.well-known/jwks.json', { schema, config: { unsigned: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return keys.jwks
  })
}
