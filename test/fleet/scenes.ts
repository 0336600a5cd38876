import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.js'
import type { Part } from './parts.js'

export interface Ground {
  fleet: Fleet
  /** How long something stays away, in milliseconds. */
  absence: number
  /** As everybody has to when their refresh tokens have ended. */
  signInAgain(): Promise<unknown>
}

export interface Scene {
  /** How long anybody may be without an answer, in seconds. */
  outage: number
  /** How many requests in a hundred may be answered 502, or 503, or not at all. */
  failed: number
  play(ground: Ground): Promise<void>
}

/** Longer than the service waits for any of its parts, in milliseconds. */
const longSilence = 12_000

async function killed(part: Part, absence: number): Promise<void> {
  await part.kill()
  await pause(absence)
  await part.revive()
}

async function hung(part: Part): Promise<void> {
  part.hang()
  await pause(longSilence)
  part.goOn()
}

/** What happens to a fleet, by its name. */
export const scenes: Record<string, Scene> = {
  'nothing happens': { outage: 5, failed: 0, play: async () => undefined },
  'rolling restart': {
    outage: 5,
    failed: 1,
    play: ({ fleet }) => fleet.instances.restart(fleet.settings()),
  },
  'rotation of keys': {
    outage: 5,
    failed: 1,
    async play({ fleet, absence, signInAgain }) {
      const [accepted, signs, alone] = fleet.rotation.rotate()
      for (const keys of [accepted, signs]) {
        await fleet.instances.restart(fleet.settings(keys))
        await pause(absence)
      }
      // The last refresh token of the old key has ended by then.
      await signInAgain()
      await fleet.instances.restart(fleet.settings(alone))
    },
  },
  'migration beforehand': {
    outage: 5,
    failed: 1,
    async play({ fleet }) {
      fleet.release()
      await fleet.migrate()
      await fleet.instances.restart(fleet.settings())
    },
  },
  'migration by a start': {
    outage: 5,
    failed: 1,
    async play({ fleet }) {
      fleet.release()
      await fleet.instances.restart(fleet.settings())
    },
  },
  'primary killed': {
    outage: 20,
    failed: 20,
    async play({ fleet, absence }) {
      const node = await fleet.mongo.killPrimary()
      await pause(absence)
      await fleet.mongo.revive(node)
    },
  },
  'Redis killed': { outage: 5, failed: 1, play: ({ fleet, absence }) => killed(fleet.redis, absence) },
  'Redis hung': { outage: 5, failed: 1, play: ({ fleet }) => hung(fleet.redis) },
  'storage away': { outage: 20, failed: 5, play: ({ fleet, absence }) => killed(fleet.store, absence) },
  'storage hung': { outage: 20, failed: 5, play: ({ fleet }) => hung(fleet.store) },
  'workers replaced': {
    outage: 5,
    failed: 1,
    async play({ fleet }) {
      for (const address of fleet.instances.places) await fleet.instances.renew(address, fleet.workers)
    },
  },
  // What it had locked is free after transactionLifetimeLimitSeconds (15) and a half of it, when MongoDB looks.
  'instance killed': {
    outage: 30,
    failed: 5,
    async play({ fleet, absence }) {
      for (const address of fleet.instances.places) {
        await fleet.instances.end(address, 'SIGKILL')
        await pause(absence)
        await fleet.instances.begin(address, fleet.settings())
      }
    },
  },
}
