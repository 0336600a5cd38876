import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import pretty from 'pino-pretty'

/** One line an event: JSON, or for people to read. */
export function logger(level: string, forPeople: boolean): FastifyBaseLogger {
  const options = {
    level,
    serializers: {
      // Without the query string: it holds tokens of links and signed URLs.
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: request.url.split('?')[0],
        remoteAddress: request.ip,
      }),
    },
  }
  if (!forPeople) return pino(options)
  return pino(
    options,
    pretty({ singleLine: true, ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', sync: true }),
  )
}
