import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { unavailable } from '../errors.js'
import { seconds } from '../lib/quantities.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns whether the event loop delay or the heap exceeds its limit. */
    isOverloaded(): boolean
    /** For operations that reach no hook. @throws AppError SERVICE_UNAVAILABLE */
    assertCapacity(): void
  }
}

interface Options {
  /** The limit of the mean delay over one second, in milliseconds. */
  maxEventLoopDelay: number
  /** In bytes. */
  maxHeapUsed: number
}

const retryAfter = 10
/** The duration of two samples of one second: both may still measure the startup. */
const startupGracePeriod = 2 * seconds

/** Rejects requests, except for probes, while the process is overloaded, so that the others are still served. */
export const loadShedding = fp<Options>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    pressureHandler: async ({ routeOptions }) => {
      if (!routeOptions.config.unlimited) app.assertCapacity()
    },
  })
  let gracePeriodEnd = 0
  app.addHook('onListen', async () => {
    gracePeriodEnd = performance.now() + startupGracePeriod
  })
  app.decorate('isOverloaded', () => {
    if (performance.now() < gracePeriodEnd) return false
    // The delay is not finite if the event loop was blocked for the whole sample.
    return app.isUnderPressure() && Number.isFinite(app.memoryUsage().eventLoopDelay)
  })
  app.decorate('assertCapacity', () => {
    if (app.isOverloaded()) throw unavailable('The service is overloaded. Try again in a moment.', retryAfter)
  })
})
