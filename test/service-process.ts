import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { pathExists } from '../src/platform/files/folders.js'
import type { Settings } from './helper.js'
import { seedDatabase } from './seeded-database.js'

/** The arguments of Node.js that start the service. */
export const startArguments = [fileURLToPath(new URL('../bundle/cli.js', import.meta.url)), 'start']

/** Starts the service in its own process, and resolves when it listens. */
export async function startService(t: Pick<Test, 'teardown'>, settings: Settings) {
  const { MONGODB_URI, DATA_PATH } = settings
  if (MONGODB_URI === undefined && DATA_PATH !== undefined && !(await pathExists(DATA_PATH)))
    await seedDatabase(settings)
  const child = spawn(process.execPath, startArguments, {
    env: { PATH: process.env.PATH, ...settings, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  /** Waits until the output meets a condition or the process has exited. */
  const printed = async (isThere: (output: string) => boolean) => {
    while (!isThere(output) && child.exitCode === null && child.signalCode === null)
      await Promise.race([once(child.stdout, 'data'), exited])
  }
  const address = () => /Server listening at (\S+?)"/.exec(output)?.[1]
  await printed(() => address() !== undefined)
  return {
    url: address() ?? '',
    pid: child.pid ?? 0,
    exited,
    output: () => output,
    printed,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
  }
}

/** Starts the service where it has to fail; kills it if it listens. @returns its exit code and error output */
export async function startExpectingFailure(
  settings: Settings,
): Promise<[code: number | null, errors: string]> {
  const env = { PATH: process.env.PATH, ...settings, PORT: '0', LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, startArguments, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.setEncoding('utf8').on('data', (line: string) => {
    if (line.includes('Server listening')) child.kill('SIGKILL')
  })
  const [errors, [code]] = await Promise.all([
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return [code, errors]
}
