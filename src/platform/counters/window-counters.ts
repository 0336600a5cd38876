/** The units counted in a window, and the milliseconds until it ends. */
export type WindowCount = readonly [units: number, left: number]

interface Window {
  units: number
  /** In milliseconds of the clock `now`. */
  endsAt: number
}

/** The maximum number of windows per rule. Each takes about 200 bytes. The oldest are dropped. */
const maxWindows = 100_000

/** Counts units per rule and key in memory, for other processes, which compare them with the limits. */
export function createWindowCounters(limit = maxWindows, now = () => performance.now()) {
  const rules = new Map<string, Map<string, Window>>()

  const openWindow = (windows: Map<string, Window>, key: string): Window | undefined => {
    const existing = windows.get(key)
    return existing && existing.endsAt > now() ? existing : undefined
  }

  function begin(windows: Map<string, Window>, key: string, length: number): Window {
    const fresh: Window = { units: 0, endsAt: now() + length }
    // The oldest windows come first, because all windows of a rule have the same length.
    windows.delete(key)
    windows.set(key, fresh)
    removeOldest(windows)
    return fresh
  }

  /** Removes at most two windows whenever one is added: that is fast, and the number of ended windows shrinks. */
  function removeOldest(windows: Map<string, Window>): void {
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
      const window = openWindow(windows, key) ?? begin(windows, key, length)
      window.units += units
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
