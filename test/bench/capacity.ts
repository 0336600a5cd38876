/**
 * Measures the processor time of the service's process per request (Linux only), without MongoDB's own. It determines
 * the throughput of one processor and depends less on other load of the machine than latency does.
 *
 *   npm run build && TEST_MONGODB_URI=mongodb://… node dist/test/bench/capacity.js [REQUESTS]
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { minutes } from '../../src/lib/quantities.js'
import { start } from './service.js'

const MONGODB_URI = process.env.TEST_MONGODB_URI
if (MONGODB_URI === undefined)
  throw new Error('Set TEST_MONGODB_URI: capacity is measured on MongoDB, as in production.')
const requests = Number(process.argv[2] ?? 1000)
const most = 32
const demo = fileURLToPath(new URL('../../src/commands/demo/command.js', import.meta.url))
const ticksPerSecond = 100

const database = new URL(MONGODB_URI)
database.pathname = `/capacity-${Date.now()}`
const service = await start({
  ...{ MONGODB_URI: database.href, DEMO_ACCOUNTS: 'true', LOG_LEVEL: 'info' },
  ...{ MAX_EVENT_LOOP_DELAY: '1h', NODE_ENV: 'test' },
})

async function processorSeconds(): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${service.pid}/stat`, 'utf8')).split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / ticksPerSecond
}

async function post(path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const content = (await response.json()) as Record<string, unknown>
  if (!response.ok || 'errors' in content) throw new Error(JSON.stringify(content))
  return content
}

async function many(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Processor time per request, in milliseconds. */
async function costOf(count: number, work: () => Promise<unknown>): Promise<number> {
  // Expensive requests run one at a time: password hashing rejects more concurrent logins.
  const atOnce = count < 100 ? 1 : most
  await many(count / 2, atOnce, work)
  const before = await processorSeconds()
  await many(count, atOnce, work)
  return ((await processorSeconds()) - before) * (1000 / count)
}

const newId = () => randomBytes(12).toString('hex')
function workout(exerciseIds: string[]): object {
  const startedAt = new Date(Date.now() - Math.random() * 100_000 * minutes)
  const endedAt = new Date(startedAt.getTime() + 60 * minutes)
  const set = () => ({ id: newId(), load: { value: 60, unit: 'KG' }, reps: 8, completedAt: endedAt })
  const exercises = exerciseIds.map(exerciseId => ({
    ...{ id: newId(), exerciseId },
    sets: Array.from({ length: 4 }, set),
  }))
  return { ...{ id: newId(), startedAt, endedAt, timezone: 'UTC' }, exercises }
}

try {
  await promisify(execFile)(process.execPath, [demo, service.url, '--pace', '0'])
  const { accessToken } = await service.logIn()
  const ask = (query: string, variables = {}) => post('/graphql', { query, variables }, accessToken)
  const screen = (name: string, variables = {}) =>
    post('/graphql', { documentId: `example/1.0.0/${name}`, variables }, accessToken)
  const { data } = (await ask('{ exercises(first: 5) { edges { node { id } } } }')) as {
    data: { exercises: { edges: { node: { id: string } }[] } }
  }
  const exerciseIds = data.exercises.edges.map(({ node }) => node.id)
  const save = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
  const login = { email: 'demo@example.com', password: 'demo-Passw0rd' }
  const kinds: [string, number, () => Promise<unknown>][] = [
    ['who am I', requests, () => ask('{ me { id name role profile { goal weight weightUnit } } }')],
    ['home screen', requests, () => screen('HomeScreen')],
    ['library screen', requests, () => screen('LibraryScreen', { search: 'squat', first: 20 })],
    ['history screen', requests, () => screen('HistoryScreen', { first: 20 })],
    ['save a workout of 20 sets', requests / 10, () => ask(save, { input: workout(exerciseIds) })],
    ['sign in', 10, () => post('/auth/login', login)],
  ]
  for (const [name, count, work] of kinds) {
    const cost = await costOf(count, work)
    console.log(
      `${name.padEnd(26)} ${cost.toFixed(2).padStart(7)} ms   ${(1000 / cost).toFixed(0).padStart(5)} a second`,
    )
  }
} finally {
  await service.stop()
}
