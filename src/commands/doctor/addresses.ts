import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.js'
import { withDeadline } from '../../lib/deadline.js'
import { seconds } from '../../lib/quantities.js'
import { ok, warning, type Check, type Finding } from './finding.js'

const lookupTimeout = 5 * seconds

/** Checks whether clients can reach the addresses in links, and whether the settings of the proxy fit to them. */
export const checkAddresses = (config: Config): Check => ({
  name: 'Addresses',
  run: async () => [await checkPublicUrl(config), checkProxies(config)],
})

async function checkPublicUrl({ PUBLIC_URL, NODE_ENV }: Config): Promise<Finding> {
  const subject = `Public URL: ${PUBLIC_URL}`
  const hostname = new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, '')
  const isAddress = ipaddr.isValid(hostname)
  if (isAddress && ipaddr.parse(hostname).range() === 'unspecified')
    return warning(
      `${subject} is not an address that clients can connect to. Set PUBLIC_URL to the one that they use.`,
    )
  if (hostname === 'localhost' || (isAddress && ipaddr.parse(hostname).range() === 'loopback')) {
    const reach = `${subject} is reachable only from this machine`
    return NODE_ENV === 'production'
      ? warning(`${reach}. Set PUBLIC_URL to the address of the proxy.`)
      : ok(reach)
  }
  if (isAddress) return ok(subject)
  try {
    const { address } = await withDeadline(lookup(hostname), lookupTimeout)
    return ok(`${subject} resolves to ${address}`)
  } catch {
    return warning(
      `${subject} has a host name that this machine cannot resolve, so links in mails may not work. Add a DNS record for it, or correct PUBLIC_URL.`,
    )
  }
}

function checkProxies({ TRUST_PROXY, PUBLIC_URL, HOST }: Config): Finding {
  const ranges = TRUST_PROXY.map(word => ipaddr.parseCIDR(word.includes('/') ? word : toCidr(word)))
  if (ranges.length === 0)
    return PUBLIC_URL.startsWith('https://')
      ? warning(
          'Proxy: PUBLIC_URL begins with https://, so clients reach the service through a proxy, but TRUST_PROXY is empty: all clients would share one rate limit. Set TRUST_PROXY to the addresses of the proxy.',
        )
      : ok('Proxy: none, clients connect directly')
  if (ranges.some(([, bits]) => bits === 0))
    return warning(
      'Proxy: TRUST_PROXY contains all addresses, so that each client can claim any address. Set it to the addresses of the proxy.',
    )
  if (isLoopback(HOST) && !ranges.some(([address]) => address.range() === 'loopback'))
    return warning(
      `Proxy: HOST is ${HOST}, so only programs on this machine can connect, but TRUST_PROXY contains no address of this machine. Add 127.0.0.1 to TRUST_PROXY if the proxy runs here; otherwise set HOST to an address that the proxy can reach.`,
    )
  return ok(`Proxy: ${TRUST_PROXY.join(', ')} (TRUST_PROXY)`)
}

const toCidr = (address: string) => `${address}/${ipaddr.parse(address).kind() === 'ipv6' ? 128 : 32}`

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback')
