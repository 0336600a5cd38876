/**
 * Measures event loop and memory usage of the largest responses and error responses: saves workouts of the maximum size
 * and sends the most expensive queries, alone and from eight clients at once. Exits with 1 if a turn of the event loop
 * takes more than 50 ms of processor time.
 * Run: npm run build && [TEST_MONGODB_URI=mongodb://…] node dist/test/bench/large-responses.js [part of a name]
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import WebSocket from 'ws'
import { MiB } from '../../src/lib/quantities.js'
import type { LoopUsage } from './hostile/loop-monitor.js'
import { createLoopTurns } from './loop-turns.js'
import { start } from './service.js'

const clients = 8
const storedWorkouts = 50
/** In milliseconds. */
const longestAllowed = 50
const [part = ''] = process.argv.slice(2)

const folder = await mkdtemp(join(tmpdir(), 'fitness-large-responses-'))
const database = process.env.TEST_MONGODB_URI ? new URL(process.env.TEST_MONGODB_URI) : undefined
if (database) database.pathname = `/large-responses-${Date.now()}`
const open = () =>
  start(
    {
      ...{ BCRYPT_SALT_ROUNDS: '4', LOG_LEVEL: 'fatal', DATA_PATH: folder, DEMO_ACCOUNTS: 'true' },
      // Overload protection would reject the measured requests.
      MAX_EVENT_LOOP_DELAY: '60s',
      ...(database && { MONGODB_URI: database.href, NODE_ENV: 'test' }),
    },
    { preload: new URL('hostile/loop-monitor.js', import.meta.url) },
  )
let service = await open()
const { accessToken } = await service.logIn()
const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }

const sets =
  'sets { setId type reps rpe durationSeconds loadMode load { value unit } target { minReps } completedAt }'
const workout = `id workoutTitle startedAt endedAt timezone notes exercises { entryId exerciseId notes restSeconds ${sets} } totals { sets reps volume }`
const issued = 'exercises { sets { reps load { value unit } } }'
const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${field}`).join(' ')} }`

async function post(body: object, accept = 'application/json'): Promise<string> {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headers, accept },
    body: JSON.stringify(body),
  })
  return response.text()
}

async function ask<Data>(query: string, variables = {}): Promise<Data> {
  const { data, errors } = JSON.parse(await post({ query, variables })) as { data: Data; errors?: object[] }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const id = (...numbers: number[]) =>
  numbers
    .map(number => number.toString(16).padStart(6, '0'))
    .join('')
    .padEnd(24, '0')

/** Greater than any entry number. */
const entryLimit = 0xffffff

function largest(number: number, exerciseId: string, entries = 50) {
  const startedAt = new Date(Date.now() - (number + 1) * 24 * 3600 * 1000)
  const completedAt = startedAt.toISOString()
  return {
    ...{ id: id(number, entryLimit), startedAt: completedAt, timezone: 'UTC', notes: 'n'.repeat(200) },
    endedAt: new Date(startedAt.getTime() + 3600 * 1000).toISOString(),
    exercises: Array.from({ length: entries }, (_, entry) => ({
      ...{ id: id(number, entry), exerciseId, restSeconds: 90 },
      sets: Array.from({ length: 50 }, (_, set) => ({
        ...{ id: id(number, entry, set + 1), type: 'NORMAL', reps: 5 + (set % 10), completedAt },
        load: { value: 40 + set, unit: 'KG' },
      })),
    })),
  }
}

const save = 'mutation ($input: WorkoutInput!) { saveWorkout(input: $input) { workout { id } } }'
const sync =
  'mutation ($operations: [SyncOperation!]!) { sync(operations: $operations) { results { status } } }'
const found = await ask<{ exercises: { edges: { node: { id: string } }[] } }>(
  '{ exercises(first: 1) { edges { node { id } } } }',
)
const exerciseId = found.exercises.edges[0]!.node.id

/** Sends all frames over one socket. @returns the first response, after all are complete */
async function overSocket(bodies: object[]): Promise<string> {
  const client = new WebSocket(`${service.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(client, 'open')
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: headers.authorization } }))
  await once(client, 'message')
  let [pending, first] = [bodies.length, '']
  const answered = new Promise<void>(resolve =>
    client.on('message', (data: Buffer) => {
      const end = data.subarray(0, 100).toString()
      if (/"type":"(next|error)"/.test(end)) first ||= data.toString()
      if (/"type":"(complete|error)"/.test(end) && --pending === 0) resolve()
    }),
  )
  for (const [at, payload] of bodies.entries())
    client.send(JSON.stringify({ id: `${at}`, type: 'subscribe', payload }))
  await Promise.race([answered, once(client, 'close')])
  client.terminate()
  return first
}

const pages = (first: number, fields: string) =>
  `{ workouts(first: ${first}) { edges { node { ${fields} } } } }`
const programs = '{ programs(first: 50) { edges { node { id durationWeeks } } } }'
const wholeProgram = `query ($id: ID!) { program(id: $id) { title weeks { label isDeload days { name exercises {
  entryId exerciseId exercise { id name } sets { type minReps maxReps load { value unit } } progression { type } } } } } }`

const manyWorkouts = post.bind(null, {
  query: aliases(20, `workouts(first: 3) { edges { node { ${issued} } } }`),
})
const manyChanges = post.bind(null, {
  query: aliases(20, `changes(first: 4) { changes { record { ... on Workout { ${issued} } } } }`),
})
const threeLargest = { query: aliases(3, `workout(id: "${id(0, entryLimit)}") { ${issued} }`) }
const fiftyInFull = { query: pages(50, workout) }
const feed = {
  query: `{ changes(first: 100) { hasMore changes { record { ... on Workout { ${workout} } } } } }`,
}
let number = storedWorkouts

/** Requests by name. Each returns its response, or the first of several. */
const requests: Record<string, () => Promise<string>> = {
  'workouts(first: 1) after a start': () => post({ query: pages(1, workout) }),
  '20 × workouts(first: 3)': () => manyWorkouts(),
  '20 × changes(first: 4)': () => manyChanges(),
  '20 × workouts(first: 3) as an event stream': () => manyWorkouts('text/event-stream'),
  'batch of 10 × workouts(first: 3)': () =>
    post(Array.from({ length: 10 }, () => ({ query: pages(3, issued) }))),
  '3 × workout(id)': () => post(threeLargest),
  'workouts(first: 50) in full': () => post(fiftyInFull),
  'workouts(first: 50) in full as an event stream': () => post(fiftyInFull, 'text/event-stream'),
  'changes(first: 100) in full': () => post(feed),
  '60 × workouts(first: 50) over one socket': () => overSocket(Array.from({ length: 60 }, () => fiftyInFull)),
  'one saveWorkout, 50 × 50': () =>
    post({ query: save, variables: { input: largest(++number, exerciseId) } }),
  'one sync, 5,000 sets': () =>
    post({
      query: sync,
      variables: {
        operations: Array.from({ length: 100 }, () => ({
          saveWorkout: largest(++number, exerciseId, 1),
        })),
      },
    }),
  'the longest program in full': async () => {
    const { programs: all } = await ask<{
      programs: { edges: { node: { id: string; durationWeeks: number } }[] }
    }>(programs)
    const [longest] = all.edges.map(({ node }) => node).sort((a, b) => b.durationWeeks - a.durationWeeks)
    return post({ query: wholeProgram, variables: { id: longest!.id } })
  },
}

/** The service did not execute a request that it rejects with one of these codes: the figures would measure nothing. */
const invalidRequest =
  /^(GRAPHQL_(PARSE|VALIDATION)_FAILED|BAD_USER_INPUT|BAD_REQUEST|UNAUTHENTICATED|NOT_FOUND)$/

/** @throws Error when the request itself is invalid */
function outcomeOf(response: string): string {
  const code = /"code":"(\w+)"/.exec(response)?.[1]
  if (code && invalidRequest.test(code)) throw new Error(`The request is invalid: ${response.slice(0, 500)}`)
  return code ?? `${(response.length / MiB).toFixed(1)} MiB`
}

async function measured(send: () => Promise<string>): Promise<LoopUsage & { outcome: string }> {
  await service.ask('begin')
  const response = await send()
  return { ...((await service.ask('end')) as LoopUsage), outcome: outcomeOf(response) }
}

const cells = ['longest', 'wall time', 'delay', 'in all', 'memory']
const row = (name: string, values: string[], response: string) =>
  console.log(`${name.padEnd(60)}${values.map(value => value.padStart(10)).join('')}  ${response}`)

const loopTurns = createLoopTurns(longestAllowed)
try {
  console.log(`Saving ${storedWorkouts} workouts of 50 × 50 sets …`)
  for (let at = 0; at < storedWorkouts; at++) await ask(save, { input: largest(at, exerciseId) })
  // A restart empties the caches.
  await service.stop()
  service = await open()
  console.log(
    'Longest turn of the event loop in processor time and in wall time, longest delay of a timer,\n' +
      'all turns (ms), and the most resident memory (MiB):',
  )
  row('', cells, 'response')
  for (const [name, send] of Object.entries(requests)) {
    if (!name.includes(part)) continue
    for (const count of [1, 1, clients]) {
      const all = async () => (await Promise.all(Array.from({ length: count }, send)))[0] ?? ''
      const { longest, longestWallTime, longestDelay, total, memory, outcome } = await measured(all)
      loopTurns.add(longest)
      row(
        count === 1 ? name : `${name}, ${count} at once`,
        [longest, longestWallTime, longestDelay, total, memory / MiB].map(value => value.toFixed(0)),
        `${outcome}${longest > longestAllowed ? ' !' : ''}`,
      )
    }
  }
} finally {
  await service.stop()
  await rm(folder, { recursive: true, force: true })
  if (database) {
    const client = new MongoClient(database.href)
    await client.db().dropDatabase()
    await client.close()
  }
}
await loopTurns.report(
  'large-responses',
  'longest turn of the event loop under the largest responses and writes, in processor time',
)
