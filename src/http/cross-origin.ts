import cors from '@fastify/cors'
import fp from 'fastify-plugin'

/** Lets pages of these web origins ask, and read the headers that tell the limits. `*` stands for all. */
export const crossOrigin = fp<{ origins: string[] }>(async (app, { origins }) => {
  // The plugin answers preflights itself, before anything after it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS') await app.countApart(request, reply)
  })
  await app.register(cors, {
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: [
      'etag',
      'retry-after',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ],
    maxAge: 600,
    // Any other OPTIONS would be refused in a form that is nobody's.
    strictPreflight: false,
  })
})
