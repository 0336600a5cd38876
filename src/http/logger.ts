import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../config.js'

/** One line of JSON an event; for people in development. */
export function logger({ LOG_LEVEL, NODE_ENV }: Config): FastifyBaseLogger {
  const options = {
    level: LOG_LEVEL,
    serializers: {
      // Without the query string: it holds tokens of links and signed URLs.
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: request.url.split('?')[0],
        remoteAddress: request.ip,
      }),
    },
  }
  if (NODE_ENV !== 'development') return pino(options)
  return pino(
    options,
    pretty({ singleLine: true, ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', sync: true }),
  )
}
