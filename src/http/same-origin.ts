import type { FastifyRequest } from 'fastify'
import { forbidden } from '../errors.js'

/**
 * Rejects requests of pages of other origins. Browsers send at least one of the two headers with every request of a
 * script that is not GET; a request without them comes from no browser that is known to protect the cookie.
 * @param publicUrl the URL of the service, whose host a proxy may have replaced in the header Host
 * @throws AppError FORBIDDEN
 */
export function assertSameOrigin({ headers, host }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  const site = headers['sec-fetch-site']
  const isSameOriginFetch = site === undefined ? origin !== undefined : site === 'same-origin'
  const isOwn = origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host
  if (!isSameOriginFetch || !isOwn)
    throw forbidden(`Requests of other origins are not accepted. Open the page at ${publicUrl}.`)
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)
