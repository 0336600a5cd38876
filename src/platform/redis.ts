import type { Redis, RedisOptions } from 'ioredis'

/** The Redis server that all instances share. */
export interface RedisServer {
  /** Opens a separate connection, which reconnects by itself. */
  connect(options: RedisOptions): Redis
  /** Returns the number of connections that are not ready. */
  disconnectedCount(): number
  onError(error: Error): void
}

/** @param onError receives the errors of all connections; none of them fails a request */
export async function openRedis(url: string, onError: (error: Error) => void): Promise<RedisServer> {
  // Load the client only if Redis is configured.
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
