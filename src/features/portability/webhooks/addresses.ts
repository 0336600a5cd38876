import ipaddr from 'ipaddr.js'

/** The ranges whose addresses contain an IPv4 address, with the position of its first byte. */
const embeddedIPv4 = { rfc6052: 12, '6to4': 2 } as const

/**
 * Returns whether an IP address is reachable on the public internet. Private, shared, link-local, loopback, multicast and
 * reserved addresses are not, nor are IPv6 addresses that stand for such IPv4 addresses.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const range = address.range()
  if (range === 'unicast') return address.kind() === 'ipv4' || isGlobalUnicast(address.toByteArray())
  const start = embeddedIPv4[range as keyof typeof embeddedIPv4] as number | undefined
  if (address.kind() !== 'ipv6' || start === undefined) return false
  const bytes = address.toByteArray().slice(start, start + 4)
  return ipaddr.fromByteArray(bytes).range() === 'unicast'
}

/** Only 2000::/3 is assigned for global unicast. */
const isGlobalUnicast = ([first = 0]: readonly number[]) => (first & 0xe0) === 0x20
