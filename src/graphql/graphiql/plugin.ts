import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { assets, arePackagesInstalled, packageFile, packagesMissing } from '../../http/assets.js'
import { graphiqlPage } from './page.js'
import { fileURLToPath } from 'node:url'

interface Options {
  /** The initial values of the sign-in form. */
  account?: { email: string; password: string } | undefined
}

// Browsers cannot sign requests.
const config = { rateLimitKey: 'download', unsigned: true } as const

/** Serves GraphiQL at `/graphiql`, without files from other hosts. */
export const graphiql: FastifyPluginAsyncTypebox<Options> = async (app, { account }) => {
  if (!isInstalled()) {
    app.get('/graphiql', { config, schema: { hide: true } }, async () => {
      throw packagesMissing('GraphiQL', 'graphiql@3 react@18 react-dom@18')
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

const browserFile = (file: string) => () => fileURLToPath(new URL(`browser/${file}`, import.meta.url))

/** The files that the page loads, by their names in the URL. */
const files = new Map([
  ['react.js', packageFile('react', 'umd/react.production.min.js')],
  ['react-dom.js', packageFile('react-dom', 'umd/react-dom.production.min.js')],
  ['graphiql.js', packageFile('graphiql', 'graphiql.min.js')],
  ['graphiql.css', packageFile('graphiql', 'graphiql.min.css')],
  ['graphql-ws.js', packageFile('graphql-ws', 'umd/graphql-ws.min.js')],
  ['main.js', browserFile('main.js')],
  ['bar.js', browserFile('bar.js')],
  ['examples.js', browserFile('examples.js')],
  ['session.js', browserFile('session.js')],
])

/** The packages of the page are development dependencies. */
const isInstalled = () => arePackagesInstalled('react', 'react-dom', 'graphiql')
