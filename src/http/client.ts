import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { preferredLocale } from '../lib/locales.js'
import type { Client, Origin } from '../viewer.js'

const maxDeviceLength = 200

/** Where a request comes from. One IPv6 client has a whole /64 network: its addresses count as one. */
export function clientOf(request: FastifyRequest): Client {
  const { ip, headers } = request
  return {
    address: network(ip),
    device: (headers['user-agent'] ?? 'unknown').slice(0, maxDeviceLength),
    // Few requests want to know, and most have the header.
    get locale() {
      return preferredLocale(headers['accept-language'])
    },
  }
}

export const originOf = (request: FastifyRequest): Origin => ({
  client: clientOf(request),
  requestId: request.id,
})

export function network(address: string): string {
  // It has one form only, so there is nothing to write otherwise.
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
