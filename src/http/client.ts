import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { preferredLocale } from '../lib/locales.js'
import type { Client, Origin } from '../viewer.js'

const maxDeviceLength = 200

/** Where a request comes from. One IPv6 client has a whole /64 network: its addresses count as one. */
export function clientOf(request: FastifyRequest): Client {
  const device = (request.headers['user-agent'] ?? 'unknown').slice(0, maxDeviceLength)
  return {
    address: network(request.ip),
    device,
    locale: preferredLocale(request.headers['accept-language']),
  }
}

export const originOf = (request: FastifyRequest): Origin => ({
  client: clientOf(request),
  requestId: request.id,
})

export function network(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
