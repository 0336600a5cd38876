import { seconds } from '../../lib/quantities.js'
import type { Counter, CounterRule, CounterState } from './counters.js'

/** The units counted in a window, and the milliseconds until it ends. */
export type WindowCount = readonly [units: number, left: number]

interface Window {
  units: number
  /** In milliseconds of the clock `now`. */
  endsAt: number
}

/**
 * The maximum number of windows per rule, at about 200 bytes each. Those that were counted least recently are dropped. A
 * /48 network, which is the largest that one IPv6 customer usually has, consists of fewer keys, so it cannot evict the
 * counts of others.
 */
const maxWindows = 100_000

/** Counts units per rule and key in memory. Callers compare them with the limits. */
export function createWindowCounters(limit = maxWindows, now = () => performance.now()) {
  const rules = new Map<string, Map<string, Window>>()

  const openWindow = (windows: Map<string, Window>, key: string): Window | undefined => {
    const existing = windows.get(key)
    return existing && existing.endsAt > now() ? existing : undefined
  }

  /** Removes at most two windows whenever one is added: that is fast, and the number of ended windows shrinks. */
  function removeLeastRecent(windows: Map<string, Window>): void {
    let checked = 0
    for (const [key, { endsAt }] of windows) {
      if (++checked > 2 || (endsAt > now() && windows.size <= limit)) return
      windows.delete(key)
    }
  }

  const toCount = ({ units, endsAt }: Window): WindowCount => [units, endsAt - now()]

  return {
    /** Adds units, or subtracts negative ones, and starts a window if there is none. @param length in milliseconds */
    add(rule: string, key: string, units: number, length: number): WindowCount {
      const windows = rules.get(rule) ?? new Map<string, Window>()
      rules.set(rule, windows)
      const window = openWindow(windows, key) ?? { units: 0, endsAt: now() + length }
      window.units += units
      // Move the window to the end, so that those that were counted least recently come first.
      windows.delete(key)
      windows.set(key, window)
      removeLeastRecent(windows)
      return toCount(window)
    },

    /** Returns null if no window is open. */
    peek(rule: string, key: string): WindowCount | null {
      const window = openWindow(rules.get(rule) ?? new Map<string, Window>(), key)
      return window ? toCount(window) : null
    },

    reset: (rule: string, key: string): void => void rules.get(rule)?.delete(key),

    /** Returns the number of windows in memory. */
    size: (): number => [...rules.values()].reduce((sum, windows) => sum + windows.size, 0),
  }
}

export type WindowCounters = ReturnType<typeof createWindowCounters>

type Awaitable<T> = T | Promise<T>

/** Counts units per window, in this process or in another one. */
export interface WindowStore {
  /** Adds units, or subtracts negative ones, and starts a window of the given milliseconds if there is none. */
  add(rule: string, key: string, units: number, length: number): Awaitable<WindowCount>
  peek(rule: string, key: string): Awaitable<WindowCount | null>
  reset(rule: string, key: string): Awaitable<void>
}

/** Compares the units that a store has counted with the limit of a rule. */
export function windowCounter(windows: WindowStore, { name, limit, window }: CounterRule): Counter {
  const length = Math.ceil(window / seconds) * seconds
  const toState = ([units, left]: WindowCount): CounterState => ({
    allowed: units <= limit,
    limit,
    remaining: Math.min(limit, Math.max(0, limit - units)),
    resetAt: new Date(Date.now() + left),
  })
  return {
    consume: async (key, units = 1) => toState(await windows.add(name, key, units, length)),
    async peek(key) {
      const state = toState((await windows.peek(name, key)) ?? [0, 0])
      return { ...state, allowed: state.remaining > 0 }
    },
    async refund(key, units = 1) {
      if (units > 0) await windows.add(name, key, -units, length)
    },
    reset: async key => windows.reset(name, key),
  }
}
