import type { AddressInfo } from 'node:net'

interface Listening {
  address(): string | AddressInfo | null
}

/** Reports the port of a server to the benchmark that started this process, and ends with it. */
export function reportPort(server: Listening): void {
  process.send?.((server.address() as AddressInfo).port)
  process.on('disconnect', () => process.exit())
}
