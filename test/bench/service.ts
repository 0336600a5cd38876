import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { minutes } from '../../src/lib/quantities.js'
import { freePort } from '../free-port.js'

const startTimeout = 5 * minutes
const stopTimeout = 1 * minutes

const thisCheckout = fileURLToPath(new URL('../../../', import.meta.url))

interface Preparation {
  /** Data folder that is kept; default: a new one that `stop` deletes. */
  folder?: string
  /** Fills the data folder before the service starts. */
  fill?(folder: string): Promise<void>
  /** Module that the service's process loads first and that `ask` sends messages to. */
  preload?: URL
  /** Checkout whose build is started; default: this one. */
  root?: string | undefined
  /** V8 options of the process. */
  flags?: readonly string[] | undefined
}

/** Starts the service in its own process with its own data folder. */
export async function start(
  settings: Record<string, string> = {},
  { folder: keptFolder, fill, preload, root = thisCheckout, flags = [] }: Preparation = {},
) {
  const server = join(root, 'dist/bundle/server.js')
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'fitness-bench-')))
  await fill?.(folder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const loaded = preload ? ['--import', preload.href] : []
  const began = performance.now()
  const child = spawn(process.execPath, ['--expose-gc', ...flags, ...loaded, server], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_PATH: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
      RATE_LIMIT_PUBLIC_PER_HOUR: '1000000',
      RATE_LIMIT_UPLOAD_PER_MINUTE: '1000000',
      RATE_LIMIT_UPLOAD_PER_HOUR: '1000000',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', ...(preload ? (['ipc'] as const) : [])],
  })
  const exited = once(child, 'exit')
  await answering(`${url}/health/ready`, child)

  return {
    url,
    /** Time from the start of the process to the first response, in milliseconds. */
    startTime: performance.now() - began,
    pid: child.pid ?? 0,
    /** Sends a message to the preloaded module. @returns its response */
    async ask(message: unknown): Promise<unknown> {
      const answered = once(child, 'message')
      child.send(message as string)
      return (await answered)[0]
    },
    /** Sends SIGTERM. @returns exit code and signal after the exit */
    async terminate(): Promise<unknown[]> {
      child.kill('SIGTERM')
      return exited
    },

    async logIn(): Promise<{ accessToken: string }> {
      const response = await fetch(`${url}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'demo@example.com', password: 'demo-Passw0rd' }),
      })
      if (response.status !== 200) throw new Error(`login failed with ${response.status}`)
      return (await response.json()) as { accessToken: string }
    },

    async stop(): Promise<void> {
      child.kill('SIGTERM')
      // A service that hangs must not keep the benchmark from reporting its error.
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
      await exited
      clearTimeout(timer)
      if (keptFolder === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const end = performance.now() + startTimeout
  while (performance.now() < end && child.exitCode === null) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await pause(5)
  }
  throw new Error(`${url} does not respond`)
}
