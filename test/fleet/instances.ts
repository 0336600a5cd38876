import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start, waitUntil, type Process } from './processes.js'

const server = fileURLToPath(new URL('../../src/server.js', import.meta.url))

export type Settings = Record<string, string>

interface InstanceOptions {
  logs: string
  /** Port at each address. */
  port: number
  /** Node options that load the modules of the version to run before the service. */
  preload: () => string[]
}

/** Loopback address of an instance by its number, from 1. */
export const addressOf = (number: number) => `127.0.0.${number + 1}`

/** Runs two instances, each at its own address, as in containers. */
export function createInstances({ logs, port, preload }: InstanceOptions) {
  const logOf = (address: string) => `service-${address}`
  const addresses = [addressOf(1), addressOf(2)]
  const running = new Map<string, Process>()

  async function begin(address: string, settings: Settings): Promise<void> {
    const instance = start({
      name: logOf(address),
      logs,
      command: process.execPath,
      args: [...preload(), server],
      env: { ...settings, HOST: address, PORT: String(port) },
    })
    running.set(address, instance)
    const isReady = () =>
      fetch(`http://${address}:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    const ended = instance.exited.then(() => {
      throw new Error(`${address} exited before it was ready`)
    })
    await Promise.race([waitUntil(`${address} is ready`, isReady), ended])
    ended.catch(() => undefined)
  }

  async function end(address: string, signal: NodeJS.Signals): Promise<void> {
    running.get(address)?.kill(signal)
    await running.get(address)?.exited
  }

  return {
    addresses,
    begin,
    end,
    /** Replaces all workers of an instance, as after a change of its settings. */
    async replaceWorkers(address: string, workers: number) {
      const stoppedWorkers = () =>
        readFileSync(join(logs, `${logOf(address)}.log`), 'utf8').split('worker stopped').length
      const before = stoppedWorkers()
      running.get(address)?.kill('SIGHUP')
      await waitUntil(
        `the workers of ${address} are replaced`,
        async () => stoppedWorkers() >= before + workers,
      )
    },
    /** Restarts the instances one after another. */
    async restart(settings: Settings) {
      for (const address of addresses) {
        await end(address, 'SIGTERM')
        await begin(address, settings)
      }
    },
  }
}
