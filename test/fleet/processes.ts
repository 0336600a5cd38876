import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atEnd } from './ends.js'

export interface Process {
  pid: number
  /** Settles when it has ended. */
  exited: Promise<unknown>
  kill(signal: NodeJS.Signals): void
}

interface Command {
  /** Of the file that it writes to. */
  name: string
  /** Where that file lies. */
  logs: string
  command: string
  args: readonly string[]
  env?: Record<string, string>
}

/** A process that ends with this one. It inherits nothing but the search path. */
export function start({ name, logs, command, args, env = {} }: Command): Process {
  const log = openSync(join(logs, `${name}.log`), 'a')
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: logs, ...env },
    stdio: ['ignore', log, log],
  })
  const exited = once(child, 'exit')
  exited.catch(() => undefined)
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  // One that was stopped takes no other signal.
  atEnd(() => {
    kill('SIGKILL')
  })
  return { pid: child.pid ?? 0, exited, kill }
}

/** Asks until the answer is yes. @throws Error after two minutes */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    if (await isSo()) return
    await pause(50)
  }
  throw new Error(`${what}: it did not come to that in two minutes`)
}

/** Returns whether somebody listens there. */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
