import { ObjectId } from 'mongodb'
import { queryGraphQL, type TestUser } from '../../helper.js'
import { rawSaves } from './raw-saves.js'
import { train, workout, write, type TrainingBench } from './bench.js'
import { median } from '../statistics.js'
import type { TargetLine } from '../target-table.js'

interface Options {
  /** Numbers of users who save at the same time. */
  concurrency: readonly number[]
  rounds: number
  /** Saves before the measurement, until the code is optimized as in a service that has run for some minutes. */
  warmUp: number
}

/**
 * Measures saves and the same commands sent with the driver alone, in multiples of one insertOne with majority and journal
 * at the same concurrency.
 */
export async function measureSaves(
  bench: TrainingBench,
  { concurrency, rounds, warmUp }: Options,
): Promise<TargetLine[]> {
  const { app, commands, attempts } = bench
  const lines: TargetLine[] = []
  let cpuOfSave = NaN
  const accounts: TestUser[] = []
  for (let made = 0; made < Math.max(...concurrency); made++)
    accounts.push(await train(bench, { workouts: 25, everyDays: 2 }))
  const [first] = accounts
  if (!first) return lines

  const { commands: sent } = await commands.during(() => save(bench, first))
  console.log(`saveWorkout of 10 × 5 sets: ${sent.length} commands, the commit among them: ${sent.join(' ')}`)

  /** Users take turns, so that none trains hundreds of times in one year. */
  const saveAs = (users: number) => (user: number, done: number) =>
    save(bench, accounts[(user + users * done) % accounts.length] ?? first)
  await atOnce(8, warmUp / 8, saveAs(8))

  for (const users of concurrency) {
    const each = Math.ceil(192 / users)
    const raw = await rawSaves(bench, users)
    const records = bench.client.db().collection('personalRecords')
    let made = 0
    const [inserts, rawRuns, saves]: [Run[], Run[], Run[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      inserts.push(await atOnce(users, each, () => insertOne(bench)))
      rawRuns.push(await atOnce(users, each, raw))
      const before = await records.countDocuments()
      saves.push(await atOnce(users, each, saveAs(users)))
      made += (await records.countDocuments()) - before
    }
    console.log(`${users} users: ${(made / (rounds * users * each)).toFixed(1)} records a save`)
    const one = middle(inserts)
    if (users === 1) cpuOfSave = middle(saves).cpu
    lines.push(...linesOf(users, { insert: one, raw: middle(rawRuns), save: middle(saves) }))
    for (const [what, runs] of [
      ['its commands with the driver alone take', rawRuns],
      ['a save takes', saves],
    ] as const) {
      const { latency, perSecond, cpu } = middle(runs)
      const ratio = (latency / one.latency).toFixed(1)
      const throughput = (perSecond / one.perSecond).toFixed(2)
      console.log(
        `${users} users: ${what} ${ratio} × an insertOne (${latency.toFixed(1)} ms; ${cpu.toFixed(1)} ms of this process, ${one.cpu.toFixed(1)} of an insertOne), throughput ${throughput} × (${perSecond.toFixed(0)} a second)`,
      )
    }
  }

  const syncs: Run[] = []
  const inserts: number[] = []
  for (let round = 0; round < 2 * rounds + 1; round++) {
    inserts.push(await timed(() => insertOne(bench)))
    const operations = Array.from({ length: 100 }, () => ({ saveWorkout: workout(bench, next()) }))
    syncs.push(await atOnce(1, 1, () => write(app, first, operations)))
  }
  const sync = middle(syncs)
  const ratio = sync.latency / median(inserts)
  console.log(
    `a sync of 100 takes ${ratio.toFixed(1)} × an insertOne, and ${sync.cpu.toFixed(1)} ms of this process`,
  )
  lines.push({
    name: 'sync of 100 workouts, relative to one insertOne',
    value: ratio,
    limit: 25,
    unit: '×',
    details: `${sync.cpu.toFixed(0)} ms of processor time`,
  })
  lines.push({
    name: 'processor time of saveWorkout, relative to that of a workout in this sync',
    value: cpuOfSave / (sync.cpu / 100),
    limit: 1.5,
    unit: '×',
  })

  attempts.started = attempts.requested = 0
  await atOnce(8, 20, () => save(bench, first))
  console.log(
    `eight writers of one user: ${(attempts.started / attempts.requested).toFixed(2)} attempts a commit`,
  )
  return lines
}

function linesOf(users: number, { insert, raw, save }: Record<'insert' | 'raw' | 'save', Run>): TargetLine[] {
  const who = users === 1 ? 'one user' : `${users} users at once`
  return [
    {
      name: `saveWorkout by ${who}: latency, relative to one insertOne`,
      value: save.latency / insert.latency,
      unit: '×',
      details: `its commands with the driver alone ${(raw.latency / insert.latency).toFixed(1)} ×`,
    },
    {
      name: `saveWorkout by ${who}: throughput, relative to its commands with the driver alone`,
      value: save.perSecond / raw.perSecond,
      ...(users >= 64 && { atLeast: 0.6 }),
      unit: '×',
      details: `${save.perSecond.toFixed(0)} per second`,
    },
    {
      name: `saveWorkout by ${who}: processor time, with that of the client`,
      value: save.cpu,
      ...(users === 1 && { limit: 3 }),
      unit: 'ms',
    },
  ]
}

interface Run {
  /** Median latency in milliseconds. */
  latency: number
  perSecond: number
  /** Processor time of this process (client and service) per save, in milliseconds. */
  cpu: number
}

const middle = (runs: readonly Run[]): Run => ({
  latency: median(runs.map(({ latency }) => latency)),
  perSecond: median(runs.map(({ perSecond }) => perSecond)),
  cpu: median(runs.map(({ cpu }) => cpu)),
})

async function atOnce(
  users: number,
  each: number,
  work: (user: number, done: number) => Promise<void>,
): Promise<Run> {
  const samples: number[] = []
  const before = process.cpuUsage()
  const start = performance.now()
  await Promise.all(
    Array.from({ length: users }, async (_, user) => {
      for (let done = 0; done < each; done++) samples.push(await timed(() => work(user, done)))
    }),
  )
  const { user, system } = process.cpuUsage(before)
  const count = users * each
  return {
    latency: median(samples),
    perSecond: (count * 1000) / (performance.now() - start),
    cpu: (user + system) / 1000 / count,
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const hours = 3_600_000
let made = 0
/** Later than all earlier workouts, as users log what they have just done. */
const next = () => new Date(Date.now() - 24 * hours + made++ * 1000)

async function save(bench: TrainingBench, account: TestUser): Promise<void> {
  const { data, errors } = await queryGraphQL<{ saveWorkout: { conflict: string | null } }>(
    bench.app,
    'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict workout { id } } }',
    { input: workout(bench, next()) },
    account,
  )
  if (errors || data?.saveWorkout.conflict !== null) throw new Error(JSON.stringify(errors ?? data))
}

async function insertOne({ client }: TrainingBench): Promise<void> {
  const collection = client.db().collection('inserted', { writeConcern: { w: 'majority', journal: true } })
  await collection.insertOne({ _id: new ObjectId(), text: 'x'.repeat(4000) })
}
