import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addCleanup } from './cleanups.js'

export interface Process {
  pid: number
  /** Resolves when the process has exited. */
  exited: Promise<unknown>
  kill(signal: NodeJS.Signals): void
}

interface Command {
  /** Name of the log file, without its extension. */
  name: string
  /** Folder of the log file. */
  logs: string
  command: string
  args: readonly string[]
  env?: Record<string, string>
}

/** Starts a process that is killed when this one exits. It inherits only PATH. */
export function start({ name, logs, command, args, env = {} }: Command): Process {
  const log = openSync(join(logs, `${name}.log`), 'a')
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: logs, ...env },
    stdio: ['ignore', log, log],
  })
  const exited = once(child, 'exit')
  exited.catch(() => undefined)
  const kill = (signal: NodeJS.Signals) => void child.kill(signal)
  // A suspended process handles no other signal.
  addCleanup(() => {
    kill('SIGKILL')
  })
  return { pid: child.pid ?? 0, exited, kill }
}

/** Polls a condition until it holds. @throws Error after two minutes */
export async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    if (await isTrue()) return
    await pause(50)
  }
  throw new Error(`timed out after two minutes waiting until ${what}`)
}

/** Returns whether a local port accepts connections. */
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
