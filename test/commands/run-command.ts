import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../helper.js'

export const commandLinePath = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url))

/** Runs a command in its own process. @param input is written to standard input */
export async function runCommand(name: string, settings: Settings, args: string[] = [], input = '') {
  const child = spawnCommand(name, settings, args)
  child.stdin.end(input)
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ])
  return { code, signal, output, errors }
}

/** Starts a command in its own process. */
export function spawnCommand(name: string, settings: Settings, args: string[] = []) {
  return spawn(process.execPath, [commandLinePath, name, ...args], {
    env: { PATH: process.env.PATH, ...settings },
  })
}
