import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { isolatedSettings, type Settings } from '../helper.js'
import type { LogLine } from '../log-lines.js'
import { startArguments, startService } from '../service-process.js'

/** The reason to skip these tests: only one process can open the embedded database. */
export const skip =
  process.env.TEST_MONGODB_URI === undefined && 'several processes share a MongoDB: set TEST_MONGODB_URI'

/** Starts the service with several workers. */
export async function startWorkers(t: Test, settings: Settings = {}) {
  const workers = Number(settings.WORKERS ?? 2)
  const service = await startService(t, {
    ...isolatedSettings(t, {
      WORKERS: String(workers),
      DEMO_ACCOUNTS: 'true',
      RATE_LIMIT_PUBLIC_PER_HOUR: '100000',
    }),
    ...settings,
  })
  const lines = (msg: string) =>
    service
      .output()
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as LogLine)
      .filter(line => line.msg === msg)
  const printed = (msg: string, times: number) => service.printed(() => lines(msg).length >= times)
  await printed('worker ready', workers)
  return {
    ...service,
    lines,
    /** Waits until a message was logged this many times. */
    logged: printed,
    /** The process ids of all workers so far. */
    pids: () => lines('worker ready').map(({ worker }) => Number(worker)),
  }
}

/** Starts the service with settings with which the start fails. */
export function run(settings: Settings) {
  const child = spawn(process.execPath, startArguments, {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return { errors: text(child.stderr), exited: once(child, 'exit') }
}

/** Uses its own connection, so that requests are distributed over the workers. */
export async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, never>,
  }
}

export const demoAccount = { email: 'demo@example.com', password: 'demo-Passw0rd' }

export const logIn = async (url: string) => {
  const { json } = await post(`${url}/auth/login`, demoAccount)
  return { authorization: `Bearer ${String(json.accessToken)}` }
}

/** Returns whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
