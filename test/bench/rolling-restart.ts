/** Checks that no request is dropped while two instances behind a load balancer are replaced under load. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from './service.js'

const MONGODB_URI = process.env.TEST_MONGODB_URI
if (MONGODB_URI === undefined) throw new Error('Set TEST_MONGODB_URI: two instances share a MongoDB.')
const database = new URL(MONGODB_URI)
database.pathname = `/rolling-${Date.now()}`
const folder = await mkdtemp(join(tmpdir(), 'fitness-rolling-'))
const settings = {
  MONGODB_URI: database.href,
  DATA_PATH: folder,
  DEMO_ACCOUNTS: 'true',
  SHUTDOWN_DELAY: '2s',
  LOG_LEVEL: 'error',
}
const clients = 20

interface Instance {
  service: Awaited<ReturnType<typeof start>>
  agent: Agent
  isReady: boolean
}
const launch = async (): Promise<Instance> => ({
  service: await start(settings),
  agent: new Agent({ keepAlive: true }),
  isReady: true,
})
const instances = [await launch(), await launch()]

/** Polls the readiness of each instance, as load balancers do. */
const probes = setInterval(() => {
  for (const instance of instances)
    fetch(`${instance.service.url}/health/ready`)
      .then(({ ok }) => (instance.isReady = ok))
      .catch(() => (instance.isReady = false))
}, 200)

let turn = 0
function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const ready = instances.filter(({ isReady }) => isReady)
  const chosen = ready[turn++ % ready.length]
  if (!chosen) return void outgoing.writeHead(502).end()
  const { method, headers } = incoming
  const onward = request(
    `${chosen.service.url}${incoming.url}`,
    { method, headers, agent: chosen.agent },
    response => {
      const { connection: _hopByHop, ...rest } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, rest)
      response.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.writeHead(502).end())
  incoming.pipe(onward)
}
const balancer = createServer(forward).listen(0, '127.0.0.1')
await once(balancer, 'listening')
const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`

const { accessToken } = await instances[0]!.service.logIn()
const outcomes = new Map<string, number>()
let goesOn = true
async function client(): Promise<void> {
  while (goesOn) {
    const outcome = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify({ query: '{ me { id } exercises(first: 5) { totalCount } }' }),
    }).then(
      async response => ((await response.text()).includes('"errors"') ? 'errors' : String(response.status)),
      (error: unknown) => String(error),
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
}
const load = Promise.all(Array.from({ length: clients }, client))

await pause(1000)
for (const index of instances.keys()) {
  const [code] = await instances[index]!.service.terminate()
  console.log(`instance ${index + 1} ended with ${String(code)}`)
  instances[index] = await launch()
}
await pause(1000)
goesOn = false
await load
console.log(Object.fromEntries(outcomes))
clearInterval(probes)
balancer.close()
balancer.closeAllConnections()
for (const { service } of instances) await service.stop()
await rm(folder, { recursive: true, force: true })
if ([...outcomes.keys()].some(outcome => outcome !== '200')) process.exitCode = 1
