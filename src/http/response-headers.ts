import fp from 'fastify-plugin'

const rateLimitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** What every answer says that does not say otherwise; also in answers that no hook sees. */
export const defaultHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

/** Headers that are right for every answer: nothing is kept, or sniffed at, unless a route says so. */
export const responseHeaders = fp(async app => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(defaultHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value)
    // A shared cache would tell each client the count of another.
    if (/\b(public|s-maxage)\b/.test(String(reply.getHeader('cache-control'))))
      for (const name of rateLimitHeaders) reply.removeHeader(name)
    done()
  })

  // After Fastify's own hook, which gives the HEAD of every GET a length: that of nothing, where there is no body.
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat()
    route.onSend.push(async (_request, reply) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
    })
  })
})
