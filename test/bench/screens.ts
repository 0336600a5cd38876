/**
 * Compares the five example screens of this build with those of another build, or of this build with other options of
 * Node. Both services run at the same time, each with its own data, and are measured in turns. Only the ratios of one
 * run mean anything.
 *
 *   npm run build && TEST_MONGODB_URI=mongodb://… node dist/test/bench/screens.js [--other CHECKOUT] [--flags FLAGS]
 *     [--screens HomeScreen,LibraryScreen] [--connections 1,64] [--rounds 5] [--seconds 3]
 *
 * --other is the folder of another checkout that was built, --flags are the V8 options of the other service, separated
 * by spaces. Without TEST_MONGODB_URI, the services use the embedded database.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { days, minutes } from '../../src/lib/quantities.js'
import { askOnce, load, requestOf, type Target } from './rivals/load.js'
import { report, type Round } from './rivals/report.js'
import { throwawayDatabase, type Teardowns } from './rivals/stage.js'
import { start } from './service.js'

const { values } = parseArgs({
  options: {
    other: { type: 'string' },
    flags: { type: 'string' },
    screens: { type: 'string' },
    connections: { type: 'string', default: '1,64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connectionCounts = values.connections.split(',').map(Number)
const names = ['this', 'other'] as const
const warmUp = 2
const demo = fileURLToPath(new URL('../../src/commands/demo/command.js', import.meta.url))

const findQuery = `{
  exercises(first: 5, filter: { trackingTypes: [WEIGHT_REPS] }) { edges { node { id } } }
  workouts(first: 1) { edges { node { id } } }
  programs(first: 1) { edges { node { id } } }
}`
const saveQuery = 'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict } }'
const startQuery = 'mutation($input: StartWorkoutInput!) { startWorkout(input: $input) { conflict } }'

let ids = 0
const newId = () => `${Date.now().toString(16)}${(++ids).toString(16)}`.padStart(24, '0')

type Variant = (typeof names)[number]
type Screens = Map<string, { target: Target; expected: Buffer }>

const teardowns: Teardowns = []
try {
  const screens: Record<Variant, Screens> = {
    this: await prepare({}),
    other: await prepare({
      root: values.other,
      flags: values.flags?.split(' ').filter(flag => flag !== ''),
    }),
  }
  for (const connections of connectionCounts)
    for (const screen of values.screens?.split(',') ?? screens.this.keys())
      await compare(screens, screen, connections)
} finally {
  for (const teardown of teardowns.toReversed()) await teardown()
}

async function compare(
  screens: Record<Variant, Screens>,
  screen: string,
  connections: number,
): Promise<void> {
  const measure = (variant: Variant, length: number) => {
    const { target, expected } = screens[variant].get(screen)!
    return load(target, expected, { connections, seconds: length })
  }
  for (const variant of names) await measure(variant, warmUp)
  const results: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const result: Round = {}
    const turns = round % 2 === 0 ? names : names.toReversed()
    for (const variant of turns) result[variant] = await measure(variant, seconds)
    results.push(result)
  }
  report(`${screen}; connections: ${connections}`, names, results)
}

/** Starts a service with a month of training of the demo account, and 20 more workouts that fill its history. */
async function prepare(build: { root?: string | undefined; flags?: string[] | undefined }): Promise<Screens> {
  const database: Record<string, string> = process.env.TEST_MONGODB_URI
    ? { MONGODB_URI: await throwawayDatabase(teardowns), DEMO_ACCOUNTS: 'true' }
    : {}
  const settings = {
    ...database,
    NODE_ENV: 'test',
    MAX_EVENT_LOOP_DELAY: '1h',
    JWT_ACCESS_TOKEN_EXPIRES_IN: '1d',
    RATE_LIMIT_AUTHENTICATED_PER_HOUR: '1000000000',
  }
  const service = await start(settings, build)
  teardowns.push(service.stop)
  await promisify(execFile)(process.execPath, [demo, service.url, '--pace', '0'])
  const { accessToken } = await service.logIn()
  const port = Number(new URL(service.url).port)

  const post = (body: object) => requestOf('POST', '/graphql', accessToken, JSON.stringify(body))
  async function ask<Data>(body: object): Promise<Data> {
    const { data, errors } = JSON.parse((await askOnce({ port, request: post(body) })).toString()) as {
      data: Data
      errors?: unknown
    }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  const first = await ask<Found>({ query: findQuery })
  const exerciseIds = first.exercises.edges.map(({ node }) => node.id)
  for (let day = 1; day <= 20; day++)
    await ask({ query: saveQuery, variables: { input: workout(exerciseIds, day) } })
  const { workouts } = await ask<Found>({ query: findQuery })
  const from = { workout: workouts.edges[0]?.node.id }
  const input = { id: newId(), from, startedAt: new Date(), timezone: 'UTC' }
  await ask({ query: startQuery, variables: { input } })

  const programId = first.programs.edges[0]?.node.id
  const requests = {
    HomeScreen: {},
    LibraryScreen: { sort: 'TIMES_PERFORMED' },
    ProgramScreen: { id: programId },
    RunningWorkoutScreen: {},
    HistoryScreen: {},
  }
  const screens: Screens = new Map()
  for (const [name, variables] of Object.entries(requests)) {
    const request = post({ documentId: `example/1.0.0/${name}`, variables })
    const target = { pid: service.pid, port, request }
    screens.set(name, { target, expected: await askOnce(target) })
  }
  return screens
}

type Page = { edges: { node: { id: string } }[] }
interface Found {
  exercises: Page
  workouts: Page
  programs: Page
}

/** Five exercises of four sets, so many days ago. */
function workout(exerciseIds: readonly string[], day: number): object {
  const startedAt = new Date(Date.now() - day * days)
  const endedAt = new Date(startedAt.getTime() + 60 * minutes)
  const set = () => ({ id: newId(), load: { value: 60, unit: 'KG' }, reps: 8, completedAt: endedAt })
  const exercises = exerciseIds.map(exerciseId => ({
    id: newId(),
    exerciseId,
    sets: Array.from({ length: 4 }, set),
  }))
  return { id: newId(), startedAt, endedAt, timezone: 'UTC', exercises }
}
