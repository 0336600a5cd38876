import { openRedis } from '../src/platform/redis.js'

/** Nothing listens there. */
export const closedPort = 'redis://127.0.0.1:1'

/** The Redis of an address, if there is one; what goes wrong with it is nobody's concern, unless said otherwise. */
export const redisAt = async (url: string | undefined, onError: (error: Error) => void = () => undefined) =>
  url === undefined ? undefined : openRedis(url, onError)
