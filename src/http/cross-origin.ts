import cors from '@fastify/cors'
import fp from 'fastify-plugin'

/** Matches localhost origins on any port. */
const localhostOrigin = /^https?:\/\/(([a-z0-9-]+\.)?localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

interface Options {
  /** Web origins whose pages may send requests; `*` allows all. */
  origins: string[]
  /** Allows every localhost origin too. */
  allowsLocalhost: boolean
}

/** Lets pages of other web origins send requests and read the headers that clients need. */
export const crossOrigin = fp<Options>(async (app, { origins, allowsLocalhost }) => {
  // The plugin responds to preflights itself, before later hooks count them.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') await app.countAsDownload(request, reply)
  })
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : [...origins, ...(allowsLocalhost ? [localhostOrigin] : [])],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'date',
      'etag',
      'retry-after',
      'x-request-id',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ],
    maxAge: 600,
    // Strict mode would reject other OPTIONS requests in a format that no client of the service expects.
    strictPreflight: false,
  })
})
