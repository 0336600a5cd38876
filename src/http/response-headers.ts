import type { FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

const rateLimitHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/** Default headers of every response. Responses that reach no hook set them too. */
export const defaultHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

/** Sets the default headers unless the route has set them: no caching and no content sniffing. */
export const responseHeaders = fp(async app => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(defaultHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value)
    // A shared cache would send the rate limit of one client to the others.
    if (/\b(public|s-maxage)\b/.test(String(reply.getHeader('cache-control'))))
      for (const name of rateLimitHeaders) reply.removeHeader(name)
    done()
  })

  // Runs after Fastify's own hook, which sets `content-length: 0` on a 304 response to HEAD.
  app.addHook('onRoute', route => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat()
    route.onSend.push(async (_request, reply) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
    })
  })
})

/** Appends names to the header `Vary`, unless it has them: CORS adds the origin. */
export function appendVary(reply: FastifyReply, names: string): void {
  const existing = String(reply.getHeader('vary') ?? '')
  if (!existing.includes(names)) reply.header('vary', existing === '' ? names : `${existing}, ${names}`)
}
