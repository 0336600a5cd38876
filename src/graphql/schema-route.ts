import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { etagOf, matchesEtag } from '../lib/etags.js'

const generatedFile = (name: string) => fileURLToPath(new URL(`../../../generated/${name}`, import.meta.url))

export const publishedSchemaFile = generatedFile('schema.graphql')
const possibleTypesFile = generatedFile('possible-types.json')

/**
 * Serves the schema and the implementations of its interfaces to the tools that build clients. Both are public, in
 * production too.
 */
export const schemaRoute: FastifyPluginAsyncTypebox = async app => {
  const files = [
    // GraphQL SDL has no registered media type, and browsers display this one.
    { url: '/schema.graphql', file: publishedSchemaFile, type: 'text/plain; charset=utf-8' },
    { url: '/possible-types.json', file: possibleTypesFile, type: 'application/json; charset=utf-8' },
  ]
  for (const { url, file, type } of files) {
    const text = await readFile(file, 'utf8')
    const etag = etagOf(text)

    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      reply.headers({ etag, 'cache-control': 'public, max-age=300' })
      if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(type).send(text)
    })
  }
}
