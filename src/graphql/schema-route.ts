import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { etagOf, matchesEtag } from '../lib/etags.js'

export const publishedSchemaFile = fileURLToPath(
  new URL('../../../generated/schema.graphql', import.meta.url),
)

/** The contract at `/schema.graphql`, for the tools of those who build clients. In production, too: it is no secret. */
export const schemaRoute: FastifyPluginAsyncTypebox = async app => {
  const text = await readFile(publishedSchemaFile, 'utf8')
  const etag = etagOf(text)

  app.get('/schema.graphql', { schema: { hide: true } }, async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=300' })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    // No type of its own is registered for it, and browsers show this one.
    return reply.type('text/plain; charset=utf-8').send(text)
  })
}
