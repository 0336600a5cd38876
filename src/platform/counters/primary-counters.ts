import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { circuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'
import type { PrimaryLink } from '../primary/primary-link.js'
import {
  counterWindow,
  sharedCounterTimeout,
  type CounterState,
  type Counter,
  type CounterBackend,
} from './counters.js'
import type { WindowCount, WindowCounters } from './window-counters.js'

type CounterMethod = keyof Pick<WindowCounters, 'add' | 'peek' | 'reset'>

/** Counters in the memory of the primary process, shared by all its workers. */
export function primaryCounters({ request }: Pick<PrimaryLink, 'request'>): CounterBackend {
  const call = <A extends CounterMethod>(what: A, ...content: Parameters<WindowCounters[A]>) =>
    request(`count.${what}`, content, sharedCounterTimeout) as Promise<ReturnType<WindowCounters[A]>>
  const probe = () => call('peek', 'probe', '')

  return {
    breaker: circuitBreaker({ timeout: sharedCounterTimeout, probeInterval: 1 * seconds, probe }),
    requestStore: name => ({ store: createRequestStore((key, window) => call('add', name, key, 1, window)) }),

    counter({ name, limit, window }): Counter {
      const length = counterWindow(window) * seconds
      const count = ([units, left]: WindowCount): CounterState => ({
        allowed: units <= limit,
        limit,
        remaining: Math.min(limit, Math.max(0, limit - units)),
        resetAt: new Date(Date.now() + left),
      })
      return {
        consume: async (key, units = 1) => count(await call('add', name, key, units, length)),
        async peek(key) {
          const found = count((await call('peek', name, key)) ?? [0, 0])
          return { ...found, allowed: found.remaining > 0 }
        },
        async refund(key, units = 1) {
          if (units > 0) await call('add', name, key, -units, length)
        },
        reset: key => call('reset', name, key),
      }
    },
    close: () => undefined,
  }
}

/** Creates a store class for @fastify/rate-limit. */
function createRequestStore(
  add: (key: string, window: number) => Promise<WindowCount>,
): FastifyRateLimitStoreCtor {
  return class Store implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], window: number): void {
      add(key, window).then(
        ([current, ttl]) => callback(null, { current, ttl }),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      )
    }

    /** All routes share one store, because none has its own limit. */
    child(): FastifyRateLimitStore {
      return this
    }
  }
}
