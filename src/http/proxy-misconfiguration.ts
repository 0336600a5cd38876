import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Logs one warning if requests seem to come from a proxy that TRUST_PROXY does not contain. In this case all clients have
 * the address of the proxy, and share its rate limit.
 */
async function warnAboutUntrustedProxy(app: FastifyInstance): Promise<void> {
  let hasWarned = false
  app.addHook('onRequest', async request => {
    // `ips` contains the address of the peer, then the forwarded addresses if the peer is trusted.
    const isTrusted = (request.ips?.length ?? 0) > 1
    if (hasWarned || isTrusted || request.headers['x-forwarded-for'] === undefined) return
    hasWarned = true
    request.log.warn(
      { address: request.ip },
      `Ignoring X-Forwarded-For from ${request.ip}, which is not in TRUST_PROXY. If this is your proxy, add its address to TRUST_PROXY: until then all clients behind it share one rate limit.`,
    )
  })
}

export const proxyMisconfiguration = fp(warnAboutUntrustedProxy, { name: 'proxy-misconfiguration' })
