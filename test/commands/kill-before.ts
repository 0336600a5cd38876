// Loaded into a command with `--import`: kills the process before a file system call. KILL_BEFORE contains the name of
// the function and the end of its path argument, such as `rename database.arriving`.
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

type Functions = Record<string, (...given: unknown[]) => unknown>

const [name = '', end = ''] = (process.env['KILL_BEFORE'] ?? '').split(' ')
const module = (name in promises ? promises : fs) as unknown as Functions
const original = module[name]
if (!original) throw new Error(`KILL_BEFORE names no function of the file system: ${name}`)
module[name] = (...given) => {
  if (String(given[0]).endsWith(end)) process.kill(process.pid, 'SIGKILL')
  return original(...given)
}
syncBuiltinESMExports()
