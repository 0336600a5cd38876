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
  const { commands, attempts } = bench
  const accounts: TestUser[] = []
  for (let made = 0; made < Math.max(...concurrency); made++)
    accounts.push(await train(bench, { workouts: 25, everyDays: 2 }))
  const [first] = accounts
  if (!first) return []

  const { commands: sent } = await commands.during(prepareSaves(bench, [first], 1))
  console.log(`saveWorkout of 10 × 5 sets: ${sent.length} commands, the commit among them: ${sent.join(' ')}`)
  const warmUpEach = Math.ceil(warmUp / 8)
  await atOnce(8, warmUpEach, prepareSaves(bench, accounts, 8 * warmUpEach))

  const lines: TargetLine[] = []
  let runsOfOne: Runs | undefined
  for (const users of concurrency) {
    const runs = await compareSaves(bench, accounts, users, rounds)
    if (users === 1) runsOfOne = runs
    lines.push(...linesOf(users, runs))
    report(users, runs)
  }
  lines.push(...(await measureSyncs(bench, first, 2 * rounds + 1, runsOfOne)))

  attempts.started = attempts.requested = 0
  await atOnce(8, 20, prepareSaves(bench, [first], 160))
  console.log(
    `eight writers of one user: ${(attempts.started / attempts.requested).toFixed(2)} attempts a commit`,
  )
  return lines
}

/** Alternates the writes that are compared. */
async function compareSaves(
  bench: TrainingBench,
  accounts: readonly TestUser[],
  users: number,
  rounds: number,
): Promise<Runs> {
  const each = Math.ceil(192 / users)
  const raw = await rawSaves(bench, users)
  const records = bench.client.db().collection('personalRecords')
  const [inserts, rawRuns, saves, recordSaves]: [Run[], Run[], Run[], Run[]] = [[], [], [], []]
  let made = 0
  for (let round = 0; round < rounds; round++) {
    inserts.push(await atOnce(users, each, () => insertOne(bench)))
    rawRuns.push(await atOnce(users, each, raw))
    saves.push(await atOnce(users, each, prepareSaves(bench, accounts, users * each, withoutRecords)))
    const before = await records.countDocuments()
    recordSaves.push(await atOnce(users, each, prepareSaves(bench, accounts, users * each)))
    made += (await records.countDocuments()) - before
  }
  return {
    insert: middle(inserts),
    raw: middle(rawRuns),
    save: middle(saves),
    recordSave: middle(recordSaves),
    records: made / (rounds * users * each),
  }
}

const insertsPerSync = 10

async function measureSyncs(
  bench: TrainingBench,
  account: TestUser,
  rounds: number,
  runsOfOne: Runs | undefined,
): Promise<TargetLine[]> {
  const syncs: Run[] = []
  const inserts: number[] = []
  for (let round = 0; round < rounds; round++) {
    // The first insert after a sync also waits for the replication of the sync.
    for (let insert = 0; insert < insertsPerSync; insert++) inserts.push(await timed(() => insertOne(bench)))
    const operations = Array.from({ length: 100 }, () => ({ saveWorkout: workout(bench, next()) }))
    syncs.push(await atOnce(1, 1, () => write(bench.app, account, operations)))
  }
  const sync = middle(syncs)
  const ratio = sync.latency / median(inserts)
  const cpuOfWorkout = sync.cpu / 100
  console.log(
    `a sync of 100 takes ${ratio.toFixed(1)} × an insertOne (${sync.latency.toFixed(0)} ms), and ${sync.cpu.toFixed(1)} ms of this process`,
  )
  const latency: TargetLine = {
    name: 'sync of 100 workouts, relative to one insertOne',
    value: ratio,
    limit: 25,
    unit: '×',
    details: `${sync.cpu.toFixed(0)} ms of processor time`,
  }
  if (!runsOfOne) return [latency]
  const processorTime: TargetLine = {
    name: 'processor time of saveWorkout, relative to that of a workout in this sync',
    value: runsOfOne.save.cpu / cpuOfWorkout,
    limit: 1.5,
    unit: '×',
    details: `its commands with the driver alone ${(runsOfOne.raw.cpu / cpuOfWorkout).toFixed(1)} ×`,
  }
  return [latency, processorTime]
}

function report(users: number, { insert, raw, save, recordSave, records }: Runs): void {
  for (const [what, { latency, perSecond, cpu }] of [
    ['its commands with the driver alone take', raw],
    ['a save takes', save],
    [`a save that sets ${records.toFixed(1)} records takes`, recordSave],
  ] as const) {
    const ratio = (latency / insert.latency).toFixed(1)
    const throughput = (perSecond / insert.perSecond).toFixed(2)
    console.log(
      `${users} users: ${what} ${ratio} × an insertOne (${latency.toFixed(1)} ms; ${cpu.toFixed(1)} ms of this process, ${insert.cpu.toFixed(1)} of an insertOne), throughput ${throughput} × (${perSecond.toFixed(0)} a second)`,
    )
  }
}

function linesOf(users: number, { insert, raw, save, recordSave, records }: Runs): TargetLine[] {
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
      details: `${save.perSecond.toFixed(0)} per second; ${recordSave.perSecond.toFixed(0)} with ${records.toFixed(1)} new records each`,
    },
    {
      name: `saveWorkout by ${who}: processor time, with that of the client`,
      value: save.cpu,
      ...(users === 1 && { limit: 3 }),
      unit: 'ms',
      details: `its commands with the driver alone ${raw.cpu.toFixed(1)} ms`,
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

interface Runs {
  insert: Run
  /** The commands of a save that sets no record. */
  raw: Run
  /** Saves that set no record. */
  save: Run
  /** Saves that set records. */
  recordSave: Run
  /** The number of records that such a save sets on average. */
  records: number
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

type Workout = ReturnType<typeof workout>

/** Lighter than all workouts that users have trained before. */
const withoutRecords = ({ exercises, ...rest }: Workout): Workout => ({
  ...rest,
  exercises: exercises.map(entry => ({
    ...entry,
    sets: entry.sets.map(set => ({ ...set, reps: 3, load: { value: 20, unit: 'KG' } })),
  })),
})

/**
 * Creates the workouts before the measurement, because creating one takes a tenth of the processor time of its save.
 * Users take turns, so that none trains hundreds of times in one year.
 */
function prepareSaves(
  bench: TrainingBench,
  accounts: readonly TestUser[],
  count: number,
  adapt = (created: Workout) => created,
): () => Promise<void> {
  const saves = Array.from({ length: count }, (_, index) => ({
    input: adapt(workout(bench, next())),
    account: accounts[index % accounts.length],
  })).values()
  return async () => {
    const { value } = saves.next()
    if (!value?.account) throw new Error('more saves than were prepared')
    const { data, errors } = await queryGraphQL<{ saveWorkout: { conflict: string | null } }>(
      bench.app,
      'mutation($input: WorkoutInput!) { saveWorkout(input: $input) { conflict workout { id } } }',
      { input: value.input },
      value.account,
    )
    if (errors || data?.saveWorkout.conflict !== null) throw new Error(JSON.stringify(errors ?? data))
  }
}

async function insertOne({ client }: TrainingBench): Promise<void> {
  const collection = client.db().collection('inserted', { writeConcern: { w: 'majority', journal: true } })
  await collection.insertOne({ _id: new ObjectId(), text: 'x'.repeat(4000) })
}
