import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fp from 'fastify-plugin'
import { seconds } from '../lib/quantities.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The port at which metrics are read. */
    metricsPort: number | undefined
  }
}

interface Options {
  registry: { metrics(): Promise<string>; contentType: string }
  host: string
  /** Any free one if 0. */
  port: number
}

/** Metrics at a port of their own, which nobody but whoever watches can reach. */
export const metricsServer = fp<Options>(async (app, { registry, host, port }) => {
  const server = createServer({ requestTimeout: 10 * seconds }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('Metrics are at GET /metrics.\n')
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err: unknown) => {
        app.log.error({ err }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  app.decorate('metricsPort', undefined)
  app.addHook('onReady', async () => {
    server.listen({ host, port })
    await once(server, 'listening')
    app.metricsPort = (server.address() as AddressInfo).port
    app.log.info({ port: app.metricsPort }, 'metrics are told at /metrics')
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })
})
