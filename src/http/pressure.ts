import underPressure from '@fastify/under-pressure'
import fp from 'fastify-plugin'
import { unavailable } from '../errors.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process has more to do, or holds more, than it can. */
    isOverloaded(): boolean
    /** For what no hook sees. @throws AppError SERVICE_UNAVAILABLE */
    demandCapacity(): void
  }
}

interface Options {
  /** Mean of a second, in milliseconds. */
  maxEventLoopDelay: number
  /** In bytes. */
  maxHeapUsed: number
}

const retryAfter = 10

/** Refuses requests, probes excepted, while the process is overloaded: some get an answer, and it lives. */
export const pressure = fp<Options>(async (app, { maxEventLoopDelay, maxHeapUsed }) => {
  await app.register(underPressure, {
    maxEventLoopDelay,
    maxHeapUsedBytes: maxHeapUsed,
    pressureHandler: async ({ routeOptions }) => {
      if (!routeOptions.config.unlimited) app.demandCapacity()
    },
  })
  // After one long stop of the loop there is nothing measured, and nothing to conclude.
  app.decorate(
    'isOverloaded',
    () => app.isUnderPressure() && Number.isFinite(app.memoryUsage().eventLoopDelay),
  )
  app.decorate('demandCapacity', () => {
    if (app.isOverloaded())
      throw unavailable('The service has too much to do. Try again in a moment.', retryAfter)
  })
})
