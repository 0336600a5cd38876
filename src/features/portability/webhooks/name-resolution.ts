import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { seconds } from '../../../lib/quantities.js'

/** How long one name server may take for one attempt, in milliseconds. */
const serverTimeout = 2 * seconds
const maxAttempts = 2

/** Resolves a name to all its addresses. @throws Error if it has none, or after the signal */
export type ResolveName = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>

/** Resolves names as the system does, also those of its hosts file, such as `localhost`. */
export const lookUpName: ResolveName = hostname => lookup(hostname, { all: true })

/**
 * Creates a function that queries name servers. In contrast to `lookup`, waiting for them occupies no thread: the few
 * threads of the process also resolve the names of the database and the mail server, and receivers choose who serves
 * their names.
 * @param servers the name servers instead of those of the system, as `address:port`
 */
export const nameQueries =
  (servers?: readonly string[]): ResolveName =>
  async (hostname, signal) => {
    // A resolver of its own, so that nothing else is canceled.
    const resolver = new Resolver({ timeout: serverTimeout, tries: maxAttempts })
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
