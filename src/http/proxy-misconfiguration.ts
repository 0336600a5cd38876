import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * Says once that a proxy seems to stand before the service which TRUST_PROXY does not name: then the whole world has
 * the proxy's address, and shares its limits.
 */
async function warnAboutUntrustedProxy(app: FastifyInstance): Promise<void> {
  let isSaid = false
  app.addHook('onRequest', async request => {
    // The peer's own address comes first; that of whom it forwards follows where the peer is trusted.
    const isBelieved = (request.ips?.length ?? 0) > 1
    if (isSaid || isBelieved || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    request.log.warn(
      { address: request.ip },
      `X-Forwarded-For came from ${request.ip}, which TRUST_PROXY does not name, and is not believed. If a proxy of yours has this address, name it there: all clients behind it share one limit now.`,
    )
  })
}

export const proxyMisconfiguration = fp(warnAboutUntrustedProxy, { name: 'proxy-misconfiguration' })
