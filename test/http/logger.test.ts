import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { newRequestId } from '../../src/http/request-ids.js'

const module = new URL('../../src/http/logger.js', import.meta.url).href
const reqId = newRequestId({ headers: {} })

/** Returns the output of a process that makes these calls of the logger. */
async function printed(forPeople: boolean, calls: string): Promise<string> {
  const code = `const { createLogger } = await import('${module}'); const log = createLogger('info', ${forPeople}); ${calls}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  return stdout
}

t.test('appends the request id to readable log lines', async t => {
  const calls = `log.child({ reqId: '${reqId}' }).warn({ route: '/x' }, 'it failed {msg}'); log.info('a\\n\\nlink')`
  const lines = await printed(true, calls)
  t.match(lines, `WARN: it failed {msg} · ${reqId} {"route":"/x"}\n`)
  t.match(lines, 'INFO: a\n\nlink\n')
})

t.test('logs the properties of an error without e-mail addresses', async t => {
  const error = `Object.assign(new Error('no <ada@example.com>'), { code: 5, responseCode: 451, command: 'TO ada@example.com', rest: 'x' })`
  const { err } = JSON.parse(await printed(false, `log.error({ err: ${error} }, 'it failed')`)) as {
    err: Record<string, unknown>
  }
  const { stack, ...rest } = err
  t.same(rest, {
    ...{ type: 'Error', message: 'no <<address>>' },
    ...{ code: '5', responseCode: 451, command: 'TO <address>' },
  })
  t.type(stack, 'string')
})
