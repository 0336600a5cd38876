import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { redactError } from '../lib/redact.js'
import { mapStackToSources } from '../lib/source-maps.js'

/** Logs one line per event: JSON, or readable text for development. */
export function createLogger(level: string, isPretty: boolean): FastifyBaseLogger {
  const options = {
    level,
    serializers: { err: (error: unknown) => redactError(error, mapStackToSources) },
  }
  if (!isPretty) return pino(options)
  return pino(
    options,
    pretty({
      singleLine: true,
      translateTime: 'HH:MM:ss',
      sync: true,
      ignore: 'pid,hostname,reqId',
      // Responses contain the request id.
      messageFormat: '{msg}{if reqId} · {reqId}{end}',
    }),
  )
}
