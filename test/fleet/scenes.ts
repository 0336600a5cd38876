import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.js'

interface Ground {
  fleet: Fleet
  /** How long something stays away, in milliseconds. */
  absence: number
  /** As everybody has to when their refresh tokens have ended. */
  signInAgain(): Promise<unknown>
}

interface Scene {
  /** How long anybody may be without an answer, in seconds. */
  outage: number
  /** How many requests in a hundred may be answered 502, or 503, or not. */
  failed: number
  play(ground: Ground): Promise<void>
}

/** What happens to a fleet, by its name. */
export const scenes: Record<string, Scene> = {
  'nothing happens': { outage: 5, failed: 0, play: async () => undefined },
  'rolling restart': {
    outage: 5,
    failed: 1,
    play: ({ fleet }) => fleet.instances.restart(fleet.settings()),
  },
}

export { pause }
export type { Ground, Scene }
