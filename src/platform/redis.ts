import type { Redis, RedisOptions } from 'ioredis'

/** The Redis that instances share. */
export interface RedisServer {
  /** A connection of its own, which comes back by itself. */
  connect(options: RedisOptions): Redis
  /** How many of the connections cannot be used now. */
  disconnectedCount(): number
  onError(error: Error): void
}

/** @param onError hears what goes wrong with any connection: none of it fails a request */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisServer> {
  // Whoever has none need not load its client.
  const { Redis } = await import('ioredis')
  const connections: Redis[] = []
  return {
    connect(options) {
      const connection = new Redis(url, options)
      connection.on('error', onError)
      connections.push(connection)
      return connection
    },
    disconnectedCount: () => connections.filter(({ status }) => status !== 'ready').length,
    onError,
  }
}
