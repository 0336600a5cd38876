import fp from 'fastify-plugin'
import { openMetricsPort, type MetricsPortOptions } from './metrics-port.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The port at which metrics are read. */
    metricsPort: number | undefined
  }
}

/** Metrics at a port of their own, which nobody but whoever watches can reach. */
export const metricsServer = fp<Omit<MetricsPortOptions, 'log'>>(async (app, options) => {
  let opened: Awaited<ReturnType<typeof openMetricsPort>> | undefined
  app.decorate('metricsPort', undefined)
  app.addHook('onReady', async () => {
    opened = await openMetricsPort({ ...options, log: app.log })
    app.metricsPort = opened.port
  })
  app.addHook('onClose', async () => opened?.close())
})
