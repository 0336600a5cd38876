import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, } from 'rate-limiter-flexible';
import { seconds } from '../lib/quantities.js';
/**
 * Counters in Redis where an address is given, else in this process's memory. While Redis is away each process
 * counts for itself.
 */
export function openCounters(redisUrl, onRedisError) {
    const redis = redisUrl === undefined ? undefined : connect(redisUrl, onRedisError);
    return {
        counter(rule) {
            const options = { keyPrefix: `limit:${rule.name}`, points: rule.limit, duration: rule.window / seconds };
            const memory = new RateLimiterMemory(options);
            return redis
                ? counter(new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }), rule)
                : counter(memory, rule);
        },
        close: async () => redis?.disconnect(),
    };
}
function connect(url, onError) {
    const redis = new Redis(url, {
        // A request does not wait for Redis: it is counted in memory instead.
        enableOfflineQueue: false,
        maxRetriesPerRequest: 0,
        connectTimeout: 2 * seconds,
        commandTimeout: 0.5 * seconds,
        retryStrategy: attempt => Math.min(attempt * 0.2 * seconds, 5 * seconds),
    });
    return redis.on('error', onError);
}
function counter(limiter, { limit }) {
    const count = (result, allowed) => ({
        allowed,
        limit,
        remaining: Math.max(0, result.remainingPoints),
        resetAt: new Date(Date.now() + result.msBeforeNext),
    });
    return {
        async consume(key, units = 1) {
            try {
                return count(await limiter.consume(key, units), true);
            }
            catch (refusal) {
                if (refusal instanceof RateLimiterRes)
                    return count(refusal, false);
                throw refusal;
            }
        },
        async giveBack(key, units = 1) {
            await limiter.reward(key, units);
        },
    };
}
//# sourceMappingURL=counters.js.map