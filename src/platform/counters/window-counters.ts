/** What has been counted in a window, and for how many milliseconds it lasts. */
export type WindowCount = readonly [units: number, left: number]

interface Window {
  units: number
  /** In milliseconds, as `now` tells it. */
  endsAt: number
}

/** How many keys of one rule are remembered, the latest windows, at about 200 bytes each. */
const maxWindows = 100_000

/** Counts in this process's memory for others, who know the limits: units of a rule and key in each window. */
export function createWindowCounters(most = maxWindows, now = () => performance.now()) {
  const rules = new Map<string, Map<string, Window>>()

  const openWindow = (windows: Map<string, Window>, key: string): Window | undefined => {
    const known = windows.get(key)
    return known && known.endsAt > now() ? known : undefined
  }

  function begin(windows: Map<string, Window>, key: string, length: number): Window {
    const fresh: Window = { units: 0, endsAt: now() + length }
    // The oldest come first, since those of a rule are of one length.
    windows.delete(key)
    windows.set(key, fresh)
    removeOldest(windows)
    return fresh
  }

  /** Two for each that begins: that takes no time, and those that have ended become fewer. */
  function removeOldest(windows: Map<string, Window>): void {
    let looked = 0
    for (const [key, { endsAt }] of windows) {
      if (++looked > 2 || (endsAt > now() && windows.size <= most)) return
      windows.delete(key)
    }
  }

  const told = ({ units, endsAt }: Window): WindowCount => [units, endsAt - now()]

  return {
    /** Adds units, or takes some back; the first begin a window. @param length in milliseconds */
    add(rule: string, key: string, units: number, length: number): WindowCount {
      const windows = rules.get(rule) ?? new Map<string, Window>()
      rules.set(rule, windows)
      const window = openWindow(windows, key) ?? begin(windows, key, length)
      window.units += units
      return told(window)
    },

    /** Null where nothing is counted. */
    peek(rule: string, key: string): WindowCount | null {
      const window = openWindow(rules.get(rule) ?? new Map<string, Window>(), key)
      return window ? told(window) : null
    },

    reset: (rule: string, key: string): void => void rules.get(rule)?.delete(key),

    /** How many windows are remembered. */
    size: (): number => [...rules.values()].reduce((sum, windows) => sum + windows.size, 0),
  }
}

export type WindowCounters = ReturnType<typeof createWindowCounters>
