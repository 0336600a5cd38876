import { setTimeout as pause } from 'node:timers/promises'
import type { Fleet } from './fleet.js'
import type { Component } from './components.js'

interface ScenarioContext {
  fleet: Fleet
  /** How long a killed component stays down, in milliseconds. */
  downtime: number
  /** Logs all users in again, as after the expiry of their refresh tokens. */
  signInAgain(): Promise<unknown>
}

export interface Scenario {
  /** Longest allowed wait for a response, including retries, in seconds. */
  maxWaitSeconds: number
  /** Allowed percentage of requests that fail with 502, 503 or a broken connection. */
  maxFailedPercent: number
  run(context: ScenarioContext): Promise<void>
}

/** Longer than the service's timeouts for its dependencies, in milliseconds. */
const hangDuration = 12_000

async function killAndRevive(component: Component, downtime: number): Promise<void> {
  await component.kill()
  await pause(downtime)
  await component.revive()
}

async function hang(component: Component): Promise<void> {
  component.hang()
  await pause(hangDuration)
  component.resume()
}

/** Scenarios by name. */
export const scenarios: Record<string, Scenario> = {
  'nothing happens': { maxWaitSeconds: 5, maxFailedPercent: 0, run: async () => undefined },
  'rolling restart': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    run: ({ fleet }) => fleet.instances.restart(fleet.settings()),
  },
  'key rotation': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    async run({ fleet, downtime, signInAgain }) {
      const [accepted, newSigns, onlyNew] = fleet.rotation.rotate()
      for (const keys of [accepted, newSigns]) {
        await fleet.instances.restart(fleet.settings(keys))
        await pause(downtime)
      }
      // By then, the last refresh token of the old key has expired.
      await signInAgain()
      await fleet.instances.restart(fleet.settings(onlyNew))
    },
  },
  'migration before the restart': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    async run({ fleet }) {
      fleet.release()
      await fleet.migrate()
      await fleet.instances.restart(fleet.settings())
    },
  },
  'migration at startup': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    async run({ fleet }) {
      fleet.release()
      await fleet.instances.restart(fleet.settings())
    },
  },
  'primary killed': {
    maxWaitSeconds: 20,
    maxFailedPercent: 20,
    async run({ fleet, downtime }) {
      const node = await fleet.mongo.killPrimary()
      await pause(downtime)
      await fleet.mongo.revive(node)
    },
  },
  'Redis killed': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    run: ({ fleet, downtime }) => killAndRevive(fleet.redis, downtime),
  },
  'Redis hung': { maxWaitSeconds: 5, maxFailedPercent: 1, run: ({ fleet }) => hang(fleet.redis) },
  'storage killed': {
    maxWaitSeconds: 20,
    maxFailedPercent: 5,
    run: ({ fleet, downtime }) => killAndRevive(fleet.store, downtime),
  },
  'storage hung': { maxWaitSeconds: 20, maxFailedPercent: 5, run: ({ fleet }) => hang(fleet.store) },
  'workers replaced': {
    maxWaitSeconds: 5,
    maxFailedPercent: 1,
    async run({ fleet }) {
      for (const address of fleet.instances.addresses)
        await fleet.instances.replaceWorkers(address, fleet.workers)
    },
  },
  // MongoDB releases the locks of a killed instance after 1 to 1.5 times transactionLifetimeLimitSeconds (15).
  'instance killed': {
    maxWaitSeconds: 30,
    maxFailedPercent: 5,
    async run({ fleet, downtime }) {
      for (const address of fleet.instances.addresses) {
        await fleet.instances.end(address, 'SIGKILL')
        await pause(downtime)
        await fleet.instances.begin(address, fleet.settings())
      }
    },
  },
}
