import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { start, until, type Process } from './processes.js'

const server = fileURLToPath(new URL('../../src/server.js', import.meta.url))

export type Settings = Record<string, string>

interface Place {
  logs: string
  /** The same at each address. */
  port: number
  /** What a process loads before the service, of the version that it runs. */
  preload: () => string[]
}

/** That of the instance of a number, from 1. */
export const addressOf = (number: number) => `127.0.0.${number + 1}`

/** Two instances, each at an address of its own, as containers have them. */
export function createInstances({ logs, port, preload }: Place) {
  const logOf = (address: string) => `service-${address}`
  const places = [addressOf(1), addressOf(2)]
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
      throw new Error(`${address} ended before it was ready`)
    })
    await Promise.race([until(`${address} is ready`, isReady), ended])
    ended.catch(() => undefined)
  }

  async function end(address: string, signal: NodeJS.Signals): Promise<void> {
    running.get(address)?.kill(signal)
    await running.get(address)?.exited
  }

  return {
    places,
    begin,
    end,
    /** Has all workers of an instance replaced, as they are after a change of its settings. */
    async renew(address: string, workers: number) {
      const left = () =>
        readFileSync(join(logs, `${logOf(address)}.log`), 'utf8').split('worker stopped').length
      const before = left()
      running.get(address)?.kill('SIGHUP')
      await until(`the workers of ${address} are others`, async () => left() >= before + workers)
    },
    /** One after the other. */
    async restart(settings: Settings) {
      for (const address of places) {
        await end(address, 'SIGTERM')
        await begin(address, settings)
      }
    },
  }
}

export type Instances = ReturnType<typeof createInstances>
