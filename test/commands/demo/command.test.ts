import { writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { freePort } from '../../free-port.js'
import { commandLinePath } from '../run-command.js'

async function demo(cwd: string, env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [commandLinePath, 'demo', ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  })
  const [errors] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, errors }
}

t.test('reports the address of an unreachable service', async t => {
  const folder = t.testdir({})
  const [fromFile, fromEnvironment, given] = [await freePort(), await freePort(), await freePort()]
  const failure = (address: string) =>
    `Demo failed: cannot reach a service at http://${address}. Start one with: fitness-training-service start\n`
  t.same(await demo(folder, { PORT: String(fromEnvironment) }), {
    code: 1,
    errors: failure(`127.0.0.1:${fromEnvironment}`),
  })
  writeFileSync(join(folder, '.env'), `PORT=${fromFile}\nHOST=0.0.0.0\n`)
  t.same((await demo(folder, {})).errors, failure(`localhost:${fromFile}`))
  t.same((await demo(folder, {}, [`http://127.0.0.1:${given}`])).errors, failure(`127.0.0.1:${given}`))
})

t.test('rejects wrong options', async t => {
  const folder = t.testdir({})
  t.match(await demo(folder, {}, ['--pac']), { code: 2, errors: /unknown option '--pac'\n.*--pace/ })
  t.match(await demo(folder, {}, ['--pace', 'fast']), { code: 2, errors: /whole number of milliseconds/ })
})
