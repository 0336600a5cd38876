/**
 * Does hashing passwords hold up other requests? Asks `me` while nothing else happens, then while eight logins hash
 * at once, and compares the 99th percentiles. Run: npm run build && node dist/test/bench/logins.js
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from './service.js'

const rounds = 12
const logins = 8
const interval = 5

const service = await start({ BCRYPT_SALT_ROUNDS: String(rounds) })
const { accessToken } = await service.logIn()

async function me(): Promise<number> {
  const began = performance.now()
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: '{ me { id email username profile { age goal } } }' }),
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`me answered ${response.status}`)
  return performance.now() - began
}

/** Latencies of `me`, asked one after the other with a pause between, until `until` settles. */
async function sample(until: Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  const over = until.then(() => true)
  do latencies.push(await me())
  while (!(await Promise.race([over, pause(interval, false)])))
  return latencies
}

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

await sample(pause(1000))
const idle = await sample(pause(3000))
const busy = await sample(Promise.all(Array.from({ length: logins }, () => service.logIn())))
const row = (name: string, values: number[]) => {
  const [p50, p99] = [percentile(values, 0.5), percentile(values, 0.99)]
  console.log(
    `${name}: ${values.length} requests, median ${p50.toFixed(2)} ms, 99th percentile ${p99.toFixed(2)} ms`,
  )
  return p99
}
const ratio = row(`while ${logins} logins hash`, busy) / row('idle', idle)
console.log(`99th percentile, busy to idle: ${ratio.toFixed(2)} (at most 3 is wanted)`)
await service.stop()
