import { circuitBreaker } from '../../lib/circuit-breaker.js'
import { seconds } from '../../lib/quantities.js'
import type { PrimaryLink } from '../primary/primary-link.js'
import { sharedCounterTimeout, type SharedCounters } from './counters.js'
import { windowCounter, type WindowCounters, type WindowStore } from './window-counters.js'

/** Counters in the memory of the primary process, shared by all its workers. */
export function primaryCounters({ request }: Pick<PrimaryLink, 'request'>): SharedCounters {
  const call = <A extends keyof WindowStore>(method: A, ...args: Parameters<WindowCounters[A]>) =>
    request(`count.${method}`, args, sharedCounterTimeout) as Promise<ReturnType<WindowCounters[A]>>
  const windows: WindowStore = {
    add: (...args) => call('add', ...args),
    peek: (...args) => call('peek', ...args),
    reset: (...args) => call('reset', ...args),
  }
  const probe = () => call('peek', 'probe', '')

  return {
    breaker: circuitBreaker({ timeout: sharedCounterTimeout, probeInterval: 1 * seconds, probe }),
    counter: rule => windowCounter(windows, rule),
    close: () => undefined,
  }
}
