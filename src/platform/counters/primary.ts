import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { circuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'
import type { Primary } from '../primary/link.js'
import { counterWindow, patience, type Count, type Counter, type Shared } from './counters.js'
import type { Counted, WindowCounts } from './windows.js'

type Asked = keyof Pick<WindowCounts, 'add' | 'look' | 'forget'>

/** Counts in the memory of the primary, for all its workers. */
export function countsOfPrimary({ ask: askPrimary }: Pick<Primary, 'ask'>): Shared {
  const ask = <A extends Asked>(what: A, ...content: Parameters<WindowCounts[A]>) =>
    askPrimary(`count.${what}`, content, patience) as Promise<ReturnType<WindowCounts[A]>>
  const probe = () => ask('look', 'probe', '')

  return {
    breaker: circuitBreaker({ patience, pause: 1 * seconds, probe }),
    requests: name => ({ store: storeOf((key, window) => ask('add', name, key, 1, window)) }),

    counter({ name, limit, window }): Counter {
      const length = counterWindow(window) * seconds
      const count = ([units, left]: Counted): Count => ({
        allowed: units <= limit,
        limit,
        remaining: Math.min(limit, Math.max(0, limit - units)),
        resetAt: new Date(Date.now() + left),
      })
      return {
        consume: async (key, units = 1) => count(await ask('add', name, key, units, length)),
        async peek(key) {
          const found = count((await ask('look', name, key)) ?? [0, 0])
          return { ...found, allowed: found.remaining > 0 }
        },
        async giveBack(key, units = 1) {
          if (units > 0) await ask('add', name, key, -units, length)
        },
        forget: key => ask('forget', name, key),
      }
    },
    close: () => undefined,
  }
}

/** A store as the plugin wants it. */
function storeOf(add: (key: string, window: number) => Promise<Counted>): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], window: number): void {
      add(key, window).then(
        ([current, ttl]) => callback(null, { current, ttl }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    }

    /** Routes have no limits of their own. */
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
