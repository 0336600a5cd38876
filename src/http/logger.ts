import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { redactError } from '../lib/redact.js'
import { mapStackToSources } from '../lib/source-maps.js'

/** One line an event: JSON, or for people to read. */
export function createLogger(level: string, forPeople: boolean): FastifyBaseLogger {
  const options = {
    level,
    serializers: { err: (error: unknown) => redactError(error, mapStackToSources) },
  }
  if (!forPeople) return pino(options)
  return pino(
    options,
    pretty({
      ...{ singleLine: true, translateTime: 'HH:MM:ss', sync: true, ignore: 'pid,hostname,reqId' },
      // What a client was answered refers to it.
      messageFormat: '{msg}{if reqId} · {reqId}{end}',
    }),
  )
}
