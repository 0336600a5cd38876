import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { preferredLocale, type Locale } from '../lib/locales.js'
import type { Client, Origin } from '../viewer.js'

const maxDeviceLength = 200

/** Where a request comes from. One IPv6 client has a whole /64 network: its addresses count as one. */
export function clientOf({ ip, headers }: FastifyRequest): Client {
  const device = (headers['user-agent'] ?? 'unknown').slice(0, maxDeviceLength)
  return new RequestClient(network(ip), device, headers['accept-language'])
}

/**
 * Few requests want to know the language, and most have the header. A class: for a getter that each object had of its own
 * V8 would keep a shape, and by it what the getter knows, until a full collection.
 */
class RequestClient implements Client {
  private knownLocale: Locale | null | undefined = undefined

  constructor(
    readonly address: string,
    readonly device: string,
    private readonly languages: string | undefined,
  ) {}

  get locale(): Locale | null {
    if (this.knownLocale === undefined) this.knownLocale = preferredLocale(this.languages)
    return this.knownLocale
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
