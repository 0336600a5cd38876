/**
 * Measures how much password hashing delays other requests: sends `me` over 500 connections, alternately without other
 * load and during eight concurrent logins, and compares the 99th percentiles.
 * Run: npm run build && node dist/test/bench/logins.js
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from './service.js'

const seconds = 1000
const rounds = 12
const logins = 8
const connections = 500
/** Interval between the requests of a connection, so that many connections do not overload the service. */
const interval = 1 * seconds
const measured = 8 * seconds
const turns = 5

const service = await start({ BCRYPT_SALT_ROUNDS: String(rounds) })
const { accessToken } = await service.logIn()
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const body = JSON.stringify({ query: '{ me { id email username profile { age goal } } }' })
const headers = {
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  authorization: `Bearer ${accessToken}`,
}

function me(): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    request(`${service.url}/graphql`, { method: 'POST', agent, headers }, response => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`me returned ${response.statusCode}`))
      })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Latencies of `me` over all connections, one request per interval each, until `until` settles. */
async function sample(until: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  let isOver = false
  void until.then(() => (isOver = true))
  const connection = async (index: number) => {
    await pause((index / connections) * interval)
    while (!isOver) {
      const latency = await me()
      latencies.push(latency)
      await pause(Math.max(0, interval - latency))
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)))
  return latencies
}

/** Runs eight concurrent logins; the service rejects those that would wait too long. */
async function hashing(): Promise<void> {
  const end = performance.now() + measured
  let [signedIn, rejected] = [0, 0]
  const one = async () => {
    while (performance.now() < end)
      await service.logIn().then(
        () => signedIn++,
        async () => {
          rejected++
          await pause(1 * seconds)
        },
      )
  }
  await Promise.all(Array.from({ length: logins }, one))
  process.stdout.write(`${signedIn} logins, ${rejected} rejected;  `)
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

await sample(pause(2 * seconds))
const [idle, busy]: [number[], number[]] = [[], []]
for (let turn = 0; turn < turns; turn++) {
  const [alone, besides] = [await sample(pause(measured)), await sample(hashing())]
  console.log(`busy to idle: ${(percentile(besides, 0.99) / percentile(alone, 0.99)).toFixed(2)}`)
  idle.push(...alone)
  busy.push(...besides)
}
const row = (name: string, values: number[]) => {
  const [p50, p99] = [percentile(values, 0.5), percentile(values, 0.99)]
  console.log(
    `${name}: ${values.length} requests, median ${p50.toFixed(2)} ms, 99th percentile ${p99.toFixed(2)} ms`,
  )
  return p99
}
const ratio = row(`while ${logins} logins hash`, busy) / row('idle', idle)
console.log(`99th percentile of all, busy to idle: ${ratio.toFixed(2)} (limit: 3)`)
agent.destroy()
await service.stop()
