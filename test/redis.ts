import { openRedis } from '../src/platform/redis.js'

/** No server listens on this port. */
export const closedPort = 'redis://127.0.0.1:1'

/** Connects to Redis if there is an address. By default, errors are ignored. */
export const redisAt = async (url: string | undefined, onError: (error: Error) => void = () => undefined) =>
  url === undefined ? undefined : openRedis(url, onError)
