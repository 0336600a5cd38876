import fp from 'fastify-plugin'
import { openMetricsPort, type MetricsPortOptions } from './metrics-port.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The port of the metrics; undefined before the server is ready. */
    metricsPort: number | undefined
  }
}

/** Serves the metrics on a separate port, which only the monitoring system should be able to reach. */
export const metricsServer = fp<Omit<MetricsPortOptions, 'log'>>(async (app, options) => {
  let server: Awaited<ReturnType<typeof openMetricsPort>> | undefined
  app.decorate('metricsPort', undefined)
  app.addHook('onReady', async () => {
    server = await openMetricsPort({ ...options, log: app.log })
    app.metricsPort = server.port
  })
  app.addHook('onClose', async () => server?.close())
})
