import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { isolatedSettings } from '../helper.js'
import { demoAccount, isAlive, run, skip, startWorkers } from './start-workers.js'

t.test('replaces a killed worker, and ends all workers if the primary is killed', { skip }, async t => {
  const { url, pids, logged, lines, kill, exited } = await startWorkers(t, { BCRYPT_SALT_ROUNDS: '10' })

  await t.test('replaces a killed worker', async t => {
    const [first = 0] = pids()
    process.kill(first, 'SIGKILL')
    await logged('worker ready', 3)
    t.match(lines('worker crashed'), [{ worker: first, signal: 'SIGKILL' }])
    const ready = () => fetch(`${url}/health/ready`, { headers: { connection: 'close' } })
    const logins = await Promise.all([ready(), ready(), ready(), ready()])
    t.same(
      logins.map(({ status }) => status),
      [200, 200, 200, 200],
    )
  })

  await t.test('lets workers of a killed primary complete their requests and exit', async t => {
    const under = [await beginLogin(url), await beginLogin(url)]
    for (const login of under) login.end(JSON.stringify(demoAccount))
    const responses = under.map(login => once(login, 'response') as Promise<[IncomingMessage]>)
    kill('SIGKILL')
    await exited
    // A busy machine can reject a login, which is a complete response, too.
    for (const [response] of await Promise.all(responses)) {
      t.ok([200, 503].includes(response.statusCode ?? 0), String(response.statusCode))
      t.type(await json(response), 'object', 'the response is complete')
    }
    while (pids().some(isAlive)) await pause(20)
  })
})

/** Begins a login whose body a worker waits for. Requests that the primary had not passed on yet would end with it. */
async function beginLogin(url: string) {
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const login = request(`${url}/auth/login`, { method: 'POST', agent: false, headers })
  login.flushHeaders()
  await once(login, 'continue')
  return login
}

t.test('exits at once with wrong settings, and reports them once', async t => {
  const { MONGODB_URI: _none, ...settings } = isolatedSettings(t, { WORKERS: '2', PORT: '0' })
  const { errors, exited } = run(settings)
  t.strictSame(await exited, [1, null])
  t.match(await errors, /WORKERS must be 1 with the embedded database.*Set MONGODB_URI/)
})

t.test('exits with the error of the first worker that cannot start', async t => {
  const nowhere = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100'
  const { errors, exited } = run(isolatedSettings(t, { WORKERS: '2', PORT: '0', MONGODB_URI: nowhere }))
  t.strictSame(await exited, [1, null])
  t.match(
    await errors,
    /^The service cannot start: MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\) cannot be reached: .*ECONNREFUSED.*\n$/,
  )
})
