import type { LookupAddress } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { withDeadline } from '../../../lib/deadline.js'
import { seconds } from '../../../lib/quantities.js'
import { isPublicAddress } from './addresses.js'
import { dnsResolver, resolveWithSystem, type ResolveName } from './name-resolution.js'

const defaultTimeout = 10 * seconds
const maxHeaderSize = 8192
/** Servers usually send at most one or two informational responses, such as 103 Early Hints. */
const maxInformationalResponses = 5

interface SenderOptions {
  allowPrivateAddresses: boolean
  /** By default, names are resolved with DNS, or with the system if private addresses are allowed. */
  resolve?: ResolveName
  /** The time for resolving the name, connecting and the headers of the response, in milliseconds. */
  timeout?: number
  /** Additional options of connections, such as the certificates of a test. */
  tls?: Pick<https.RequestOptions, 'ca'>
}

interface Message {
  url: string
  headers: Record<string, string>
  body: string
}

/** The address of a receiver is not public. */
class PrivateAddressError extends Error {}

/**
 * Creates a function that posts a message and returns the status of the response. It resolves the name itself, connects
 * to one of the checked addresses, follows no redirects, and reads no body.
 */
export function webhookSender(options: SenderOptions) {
  const { allowPrivateAddresses, timeout = defaultTimeout, tls } = options
  const { resolve = allowPrivateAddresses ? resolveWithSystem : dnsResolver() } = options

  async function addressesOf(hostname: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const family = isIP(hostname)
    const addresses = family === 0 ? await resolve(hostname, signal) : [{ address: hostname, family }]
    if (!allowPrivateAddresses && !addresses.every(({ address }) => isPublicAddress(address)))
      throw new PrivateAddressError(`${hostname} has an address that is not public.`)
    return addresses
  }

  /** @throws Error of the name resolution, the connection or TLS; PrivateAddressError; Error after the timeout */
  return async ({ url, headers, body }: Message, closing?: AbortSignal): Promise<number> => {
    const target = new URL(url)
    const abort = new AbortController()
    const signal = closing ? AbortSignal.any([abort.signal, closing]) : abort.signal
    const post = async () => {
      const addresses = await addressesOf(target.hostname.replace(/^\[|\]$/g, ''), signal)
      signal.throwIfAborted()
      return request(target, addresses, { headers, body, signal, tls })
    }
    try {
      return await withDeadline(post(), timeout)
    } finally {
      abort.abort()
    }
  }
}

export type WebhookSender = ReturnType<typeof webhookSender>

interface RequestDetails extends Pick<SenderOptions, 'tls'> {
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

function request(
  target: URL,
  addresses: readonly LookupAddress[],
  { headers, body, signal, tls }: RequestDetails,
): Promise<number> {
  const [first] = addresses
  if (!first) throw new Error(`${target.hostname} has no address.`)
  const { request: send } = target.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const outgoing = send(
      target,
      {
        ...tls,
        method: 'POST',
        agent: false,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        maxHeaderSize,
        signal,
        // Connect to the checked addresses: another answer of the name server could name others.
        lookup: (_hostname, { all }, callback) =>
          all ? callback(null, [...addresses]) : callback(null, first.address, first.family),
      },
      response => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    let informationalResponses = 0
    outgoing.on('information', () => {
      if (++informationalResponses > maxInformationalResponses)
        outgoing.destroy(new Error(`${target.hostname} sent too many informational responses.`))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
