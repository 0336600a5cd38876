/** Reports resident memory under mixed traffic for ten minutes, or the minutes in the argument. */
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import { jpeg } from '../images.js'
import { MiB, minutes, seconds } from '../../src/lib/quantities.js'
import { memoryOf } from './process-memory.js'
import { saveResults } from './results.js'
import { start } from './service.js'

const length = Number(process.argv[2] ?? 10) * minutes
const clients = 8
const interval = 2 * seconds

const service = await start({ LOG_LEVEL: 'error', RATE_LIMIT_UPLOAD_PER_HOUR: '1000000000' })
const { url } = service
let token = (await service.logIn()).accessToken
const json = { 'content-type': 'application/json' }
const words = ['bench', 'squat', 'row', 'curl', 'press', 'lunge', 'plank', 'dead', 'pull', 'fly']
const word = () => words[Math.floor(Math.random() * words.length)]!
const name = () => Math.random().toString(36).slice(2, 8).replace(/^\d/, 'x')

const ask = (query: string, variables = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  })

async function upload(): Promise<Response> {
  const form = new FormData()
  form.append('file', new Blob([jpeg()], { type: 'image/jpeg' }), 'me.jpg')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/storage/profile-photo/upload`, { method: 'POST', headers, body: form })
}

/** Sends one query over a WebSocket and closes it. */
async function socket(): Promise<undefined> {
  const connectionParams = { authorization: `Bearer ${token}` }
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams,
    retryAttempts: 0,
  })
  await new Promise<void>((resolve, reject) =>
    client.subscribe({ query: '{ me { id } }' }, { next: () => undefined, error: reject, complete: resolve }),
  ).catch(() => undefined)
  await client.dispose()
  return undefined
}

async function logInAgain(): Promise<undefined> {
  token = (await service.logIn()).accessToken
  return undefined
}

/** Requests with their relative frequencies. */
const traffic: [number, () => Promise<Response | undefined>][] = [
  [20, () => ask('{ me { id name profile { goal weight } profilePhotos { id url } } }')],
  [
    10,
    () =>
      ask('query ($s: String) { exercises(search: $s, first: 10) { edges { node { id name } } } }', {
        s: word(),
      }),
  ],
  // A new document each time.
  [10, () => ask(`{ ${name()}: me { ${name()}: id } }`)],
  [5, () => ask(`mutation { updateProfile(input: { firstName: "${name()}" }) { user { id } } }`)],
  [2, upload],
  [3, socket],
  [3, () => fetch(`${url}/nowhere/${name()}`)],
  [2, () => ask('{ nothing }')],
  [1, logInAgain],
]
const wheel = traffic.flatMap(([weight, request]) => Array<typeof request>(weight).fill(request))

let done = 0
const end = Date.now() + length
async function client(): Promise<void> {
  while (Date.now() < end) {
    const response = await wheel[Math.floor(Math.random() * wheel.length)]!().catch(() => undefined)
    await response?.arrayBuffer()
    done++
  }
}

/** In mebibytes. */
const resident = async () => (await memoryOf(service.pid)).resident / MiB
const samples: number[] = []
async function watch(): Promise<void> {
  while (Date.now() < end) {
    samples.push(await resident())
    if (samples.length % 10 === 0)
      console.log(
        `${samples.length * (interval / seconds)} s: ${samples.at(-1)!.toFixed(0)} MiB, ${done} requests`,
      )
    await pause(interval)
  }
}

await Promise.all([watch(), ...Array.from({ length: clients }, client)])
const fifth = Math.floor(samples.length / 5)
const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length
const [before, last] = [mean(samples.slice(-2 * fifth, -fifth)), mean(samples.slice(-fifth))]
console.log(
  `the last fifth: ${last.toFixed(0)} MiB, the one before: ${before.toFixed(0)} MiB, ${((last / before - 1) * 100).toFixed(1)} %`,
)
await service.stop()
await saveResults('memory', {
  lines: [
    {
      name: `resident memory in the last fifth of ${length / minutes} minutes of mixed traffic, relative to the fifth before`,
      value: last / before,
      limit: 1.03,
      unit: '×',
      details: `${last.toFixed(0)} MiB`,
    },
  ],
})
