import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { seconds } from '../lib/quantities.js'

export interface MetricsPortOptions {
  registry: { metrics(): Promise<string>; contentType: string }
  host: string
  /** Any free one if 0. */
  port: number
  log: FastifyBaseLogger
}

/** A port of its own at which metrics are read. */
export async function openMetricsPort({ registry, host, port, log }: MetricsPortOptions) {
  const server = createServer({ requestTimeout: 10 * seconds }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end('Metrics are at GET /metrics.\n')
      return
    }
    registry.metrics().then(
      text => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (err: unknown) => {
        log.error({ err }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  log.info({ port: taken }, 'metrics are told at /metrics')
  return {
    port: taken,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
