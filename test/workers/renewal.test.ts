import { copyFile, rename, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { keys } from '../helper.js'
import { generateKeys } from '../keys.js'
import { counted } from './metrics.js'
import { isAlive, logIn, post, skip, startWorkers } from './start-workers.js'

/** The id of the key that a token was signed with. */
const keyOf = ({ authorization }: { authorization: string }) =>
  (JSON.parse(Buffer.from(authorization.slice(7).split('.')[0]!, 'base64url').toString()) as { kid: string })
    .kid

t.test('replaces all workers on SIGHUP without failed requests', { skip }, async t => {
  const next = generateKeys()
  const folder = t.testdir({
    'private.pem': keys.privateKey,
    'public.pem': keys.publicKey,
    'next-private.pem': next.privateKey,
    'next-public.pem': next.publicKey,
  })
  const pem = (name: string) => join(folder, `${name}.pem`)
  const { url, pids, lines, logged, kill } = await startWorkers(t, {
    JWT_PRIVATE_KEY_PATH: pem('private'),
    JWT_PUBLIC_KEY_PATH: `${pem('public')},${pem('next-public')}`,
    LOCAL_STORAGE_BASE_PATH: join(folder, 'storage'),
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000',
    METRICS_PORT: '0',
  })
  const headers = await logIn(url)
  const [before] = [pids()]
  const metrics = () => counted(Number(lines('serving metrics at /metrics')[0]?.port))

  await t.test('serves requests on kept and new connections during the replacement', async t => {
    let goesOn = true
    const outcomes = new Map<unknown, number>()
    const client = async (agent: Agent) => {
      while (goesOn) {
        const outcome = await ask(`${url}/auth/profile`, headers, agent)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
      agent.destroy()
    }
    const keepAliveAgent = () => new Agent({ keepAlive: true, maxSockets: 1 })
    const clients = [keepAliveAgent(), keepAliveAgent(), keepAliveAgent(), new Agent(), new Agent()].map(
      client,
    )
    await copyFile(pem('next-private'), pem('private'))
    kill('SIGHUP')
    await logged('worker stopped', 2)
    goesOn = false
    await Promise.all(clients)
    t.same([...outcomes.keys()], [200])
    t.same(before.filter(isAlive), [])
    t.equal(lines('worker crashed').length, 0)
    const total = (await metrics())('fitness_http_requests_total', { route: '/auth/profile', status: '200' })
    t.equal(total, outcomes.get(200), 'the metrics include requests of replaced workers')
  })

  await t.test('keeps sessions when the new workers have new keys', async t => {
    t.not(keyOf(await logIn(url)), keyOf(headers))
    t.equal((await post(`${url}/graphql`, { query: '{ me { id } }' }, headers)).status, 200)
  })

  await t.test('keeps the workers if the settings are wrong or new workers cannot start', async t => {
    await writeFile(pem('private'), 'no key')
    kill('SIGHUP')
    await logged('workers not replaced: the settings are invalid', 1)
    await copyFile(pem('next-private'), pem('private'))
    await rename(join(folder, 'storage'), join(folder, 'storage.away'))
    await writeFile(join(folder, 'storage'), 'in the way')
    kill('SIGHUP')
    await logged('new worker failed to start: the old workers continue', 1)
    t.equal((await post(`${url}/graphql`, { query: '{ me { id } }' }, headers)).status, 200)
    t.equal((await metrics())('fitness_workers_ready'), 2)
  })
})

const ask = (url: string, headers: Record<string, string>, agent: Agent) =>
  new Promise<unknown>(resolve => {
    request(url, { agent, headers }, response => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', error => resolve(error.message))
      .end()
  })
