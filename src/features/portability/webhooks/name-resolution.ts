import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { seconds } from '../../../lib/quantities.js'

/** How long a name server may take for the answer of a query, in milliseconds. */
const queryTimeout = 2 * seconds
const maxTries = 2

/** Resolves a host name to all its addresses. @throws Error if there is none, or if the signal is aborted */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Resolves names with the system, which also reads the hosts file. Ignores the signal. */
export const resolveWithSystem: ResolveName = hostname => lookup(hostname, { all: true })

/**
 * Creates a function that resolves names with DNS queries. Unlike `lookup`, a query occupies none of the few threads that
 * also resolve the names of the database and the mail server, so that slow name servers of receivers do not delay these.
 * @param servers name servers as `address:port`; by default those of the system
 */
export const dnsResolver =
  (servers?: readonly string[]): ResolveName =>
  async (hostname, signal) => {
    // Each call has its own resolver, because canceling ends all queries of a resolver.
    const resolver = new Resolver({ timeout: queryTimeout, tries: maxTries })
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel)
    try {
      const results = await Promise.allSettled([
        resolver.resolve4(hostname).then(addresses => toLookup(addresses, 4)),
        resolver.resolve6(hostname).then(addresses => toLookup(addresses, 6)),
      ])
      const found = results.flatMap(result => (result.status === 'fulfilled' ? result.value : []))
      const failure = results.find(result => result.status === 'rejected')
      if (found.length === 0 && failure) throw failure.reason as Error
      return found
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

const toLookup = (addresses: readonly string[], family: 4 | 6): LookupAddress[] =>
  addresses.map(address => ({ address, family }))
