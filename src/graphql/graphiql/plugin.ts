import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AppError, notFound } from '../../errors.js'
import { assetReader, isInstalled } from './assets.js'
import { graphiqlPage } from './page.js'

interface Options {
  /** What the sign-in form is filled with. */
  account?: { email: string; password: string } | undefined
}

// A dozen files per visit; a browser cannot sign.
const config = { unlimited: true, unsigned: true }
const Params = Type.Object({ file: Type.String() })

/** GraphiQL at `/graphiql`, from this machine alone. */
export const graphiql: FastifyPluginAsyncTypebox<Options> = async (app, { account }) => {
  if (!isInstalled()) {
    app.get('/graphiql', { config, schema: { hide: true } }, async () => {
      throw new AppError('NOT_FOUND', 'GraphiQL comes with the development dependencies: npm install.')
    })
    return
  }
  const asset = assetReader()

  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff')
  })

  app.get('/graphiql', { config, schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      .send(graphiqlPage({ nonce, account }))
  })

  app.get(
    '/graphiql/:file',
    { config, schema: { hide: true, params: Params } },
    async ({ params, headers }, reply) => {
      const found = await asset(params.file)
      if (!found) throw notFound('file')
      const { type, etag, content } = found
      // An update of the packages is seen at once, and costs nothing until then.
      reply.headers({ etag, 'cache-control': 'no-cache' })
      if (headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(type).send(content)
    },
  )
}

/** GraphiQL's style sheet holds its fonts and some images. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
