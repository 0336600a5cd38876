import { once } from 'node:events'
import { withDeadline } from '../../lib/deadline.js'
import { seconds } from '../../lib/quantities.js'
import { openRedis } from '../../platform/redis.js'
import { failed, ok, type Check } from './finding.js'

const timeout = 5 * seconds

export const checkRedis = (url: string): Check => ({
  name: 'Redis',
  async run() {
    let connectionError: Error | undefined
    const server = await openRedis(url, error => (connectionError ??= error))
    const redis = server.connect({
      connectTimeout: timeout,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
      // Send no command before the version is requested, so that its error is the first one.
      enableReadyCheck: false,
    })
    try {
      const info = await withDeadline(redis.info('server'), timeout).catch((error: unknown) => {
        throw connectionError ?? error
      })
      return [ok(`Redis: version ${/^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown'}`)]
    } catch (error) {
      const { message } = error as Error
      const isRejected = /^(NOAUTH|WRONGPASS|NOPERM|ERR .*AUTH)/.test(message)
      return [
        failed(
          isRejected
            ? 'Redis: the server rejected the user or the password in REDIS_URL. Correct them; special characters must be percent-encoded.'
            : `Redis: ${hostOf(url)} (REDIS_URL) cannot be reached: ${message}. Check that Redis runs and that this machine can connect to it, or correct REDIS_URL. Without Redis, the service starts, but each instance counts rate limits for itself.`,
        ),
      ]
    } finally {
      redis.disconnect()
      if (redis.status !== 'end') await once(redis, 'end')
    }
  },
})

/** Returns the address without credentials. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : 'the server')
