import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { unavailable } from '../errors.js'
import { seconds } from '../lib/quantities.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process has more to do, or holds more, than it can. */
    isOverloaded(): boolean
    /** For what no hook sees. @throws AppError SERVICE_UNAVAILABLE */
    assertCapacity(): void
  }
}

interface Options {
  /** Mean of a second, in milliseconds. */
  maxEventLoopDelay: number
  /** In bytes. */
  maxHeapUsed: number
}

const retryAfter = 10
/** Of two samples: the one under way when the service listens, and the one before it, are of the start. */
const startupGracePeriod = 2 * seconds

/** Refuses requests, probes excepted, while the process is overloaded: some get an answer, and it lives. */
export const loadShedding = fp<Options>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    pressureHandler: async ({ routeOptions }) => {
      if (!routeOptions.config.unlimited) app.assertCapacity()
    },
  })
  let settledAt = 0
  app.addHook('onListen', async () => {
    settledAt = performance.now() + startupGracePeriod
  })
  app.decorate('isOverloaded', () => {
    if (performance.now() < settledAt) return false
    // After one long stop of the loop there is nothing measured, and nothing to conclude.
    return app.isUnderPressure() && Number.isFinite(app.memoryUsage().eventLoopDelay)
  })
  app.decorate('assertCapacity', () => {
    if (app.isOverloaded()) throw unavailable('The service is overloaded. Try again in a moment.', retryAfter)
  })
})
