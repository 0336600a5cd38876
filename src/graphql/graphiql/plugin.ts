import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError } from '../../errors.js'
import { assets } from '../../http/assets.js'
import { files, isInstalled } from './assets.js'
import { graphiqlPage } from './page.js'

interface Options {
  /** The initial values of the sign-in form. */
  account?: { email: string; password: string } | undefined
}

// Browsers cannot sign requests.
const config = { countedAs: 'download', unsigned: true } as const

/** Serves GraphiQL at `/graphiql`, without files from other hosts. */
export const graphiql: FastifyPluginAsyncTypebox<Options> = async (app, { account }) => {
  if (!isInstalled()) {
    app.get('/graphiql', { config, schema: { hide: true } }, async () => {
      throw new AppError('NOT_FOUND', 'GraphiQL requires the development dependencies: run npm install.')
    })
    return
  }

  app.get('/graphiql', { config, schema: { hide: true } }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy(nonce),
        'referrer-policy': 'no-referrer',
      })
      .send(graphiqlPage({ nonce, account }))
  })

  await app.register(assets, { prefix: '/graphiql', files })
}

/** The style sheet of GraphiQL contains fonts and images as data URLs. */
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
