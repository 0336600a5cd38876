import { fileURLToPath } from 'node:url'
import { start, until, type Process } from './processes.js'

const server = fileURLToPath(new URL('../../src/server.js', import.meta.url))

export type Settings = Record<string, string>

interface Place {
  logs: string
  /** On which the proxy asks for each instance. */
  port: number
  /** What the name server answers with. */
  addresses: Set<string>
  /** What a process loads before the service, of the version that it runs. */
  preload: () => string[]
}

/** Two instances, each at an address of its own, as containers have them. */
export function createInstances({ logs, port, addresses, preload }: Place) {
  const places = ['127.0.0.2', '127.0.0.3']
  const running = new Map<string, Process>()

  async function begin(address: string, settings: Settings): Promise<void> {
    const instance = start({
      name: `service-${address}`,
      logs,
      command: process.execPath,
      args: [...preload(), server],
      env: { ...settings, HOST: address, PORT: String(port) },
    })
    running.set(address, instance)
    // As that of a container network: a name leads to whatever runs, ready or not.
    addresses.add(address)
    void instance.exited.then(() => running.get(address) === instance && addresses.delete(address))
    const isReady = () =>
      fetch(`http://${address}:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(`${address} is ready`, isReady)
  }

  async function end(address: string, signal: NodeJS.Signals): Promise<void> {
    running.get(address)?.kill(signal)
    await running.get(address)?.exited
  }

  return {
    places,
    begin,
    end,
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
