import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../lib/quantities.js'

export interface MetricsPortOptions {
  registry: { metrics(): Promise<string>; contentType: string }
  host: string
  /** 0 selects any free port. */
  port: number
  log: FastifyBaseLogger
}

/** Serves the metrics at `GET /metrics` on a separate port. */
export async function openMetricsPort({ registry, host, port, log }: MetricsPortOptions) {
  const server = createServer({ requestTimeout: 10 * seconds }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('The metrics are at GET /metrics.\n')
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err: unknown) => {
        log.error({ err }, 'reading the metrics failed')
        response.writeHead(500).end()
      },
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  const { port: listeningPort } = server.address() as AddressInfo
  log.info({ port: listeningPort }, 'serving metrics at /metrics')
  return {
    port: listeningPort,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
