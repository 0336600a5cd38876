import { isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { preferredLocale, type Locale } from '../lib/locales.js'
import type { Client, Origin } from '../viewer.js'

const maxDeviceLength = 200

/** Describes the sender of a request. All addresses of an IPv6 /64 network count as one client. */
export function clientOf({ ip, headers }: FastifyRequest): Client {
  const device = (headers['user-agent'] ?? 'unknown').slice(0, maxDeviceLength)
  return new RequestClient(network(ip), device, headers['accept-language'])
}

/**
 * Parses the language lazily, because few requests need it. A class instead of an object literal with a getter: V8 keeps
 * a hidden class for each such literal, and with it the closure of the getter, until a full garbage collection.
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

/** Some proxies send an address with a port, which changes with every connection. */
const addressWithPort = /^(?:\[([\da-f:.]+)\]|([\d.]+)):\d{1,5}$/i

function network(forwarded: string): string {
  const [, ipv6, ipv4] = addressWithPort.exec(forwarded) ?? []
  const address = ipv6 ?? ipv4 ?? forwarded
  // IPv4 addresses have a single notation.
  if (isIPv4(address)) return address
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
