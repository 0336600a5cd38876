/**
 * How much more of `me` two workers serve than one process (Linux only). Everything shares the processors: the service,
 * MongoDB, and this program, which asks over raw sockets to cost little. So it also tells the processor time of each
 * part for a request, from which follows what workers would serve on processors of their own. Where it may make control
 * groups it asks once more with half a processor for each process of the service, which leaves room for the others.
 */
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { start } from './service.js'

const MONGODB_URI = process.env.TEST_MONGODB_URI
if (MONGODB_URI === undefined) throw new Error('Workers share a MongoDB: set TEST_MONGODB_URI.')
const mongod = process.env.MONGOD_PID
/** Where control groups of Linux (version 1) are made that bound the processor. */
const groups = '/sys/fs/cgroup/cpu'
/** What each process of the service has of a processor in them. */
const share = 0.5
/** In microseconds: short, so that no answer waits long for its share. */
const period = 10_000
const [connections, rounds, roundTime] = [64, 5, 5000]
/** Each process has to have compiled what it does again and again. */
const warmUp = 20_000
/** Ticks of the processor that Linux counts in a second. */
const ticksPerSecond = 100

const launch = (workers: number) => {
  const database = new URL(MONGODB_URI)
  database.pathname = `/bench-workers-${workers}-${Date.now()}`
  return start({
    MONGODB_URI: database.href,
    WORKERS: String(workers),
    DEMO_ACCOUNTS: 'true',
    // A worker's share is decided by what it does, not by when it was overloaded.
    MAX_EVENT_LOOP_DELAY: '30s',
  })
}

type Service = Awaited<ReturnType<typeof launch>>

/** The processes that serve. */
async function serving({ pid }: Service): Promise<string[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  const workers: string[] = []
  for (const child of children.filter(child => child.trim() !== ''))
    if ((await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('--worker')) workers.push(child)
  return workers.length > 0 ? workers : [String(pid)]
}

/** Gives each its share of a processor. @returns takes that back */
async function bound(services: readonly Service[]): Promise<() => Promise<void>> {
  const made: string[] = []
  for (const pid of (await Promise.all(services.map(serving))).flat()) {
    const group = join(groups, `fitness-bench-${pid}`)
    await mkdir(group)
    made.push(group)
    await writeFile(join(group, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(group, 'cpu.cfs_quota_us'), String(period * share))
    await writeFile(join(group, 'cgroup.procs'), pid)
  }
  return async () => {
    for (const group of made) await rmdir(group)
  }
}

/** Milliseconds of the processor that a process has used. */
async function ownTime(pid: number | string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

/** The same with those that it has started. */
async function processorTime(pid: number | string): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  const times = await Promise.all(children.filter(child => child.trim() !== '').map(processorTime))
  return times.reduce((sum, time) => sum + time, await ownTime(pid))
}

/** Asks on every connection, again as soon as the answer is there. @returns how often in that time */
async function load({ url }: Service, accessToken: string, time: number): Promise<number> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ query: '{ me { id email username role } }' })
  const question = Buffer.from(
    [
      ...['POST /graphql HTTP/1.1', `host: ${hostname}`, 'content-type: application/json'],
      ...[`authorization: Bearer ${accessToken}`, `content-length: ${body.length}`, '', body],
    ].join('\r\n'),
  )
  let responses = 0
  const end = performance.now() + time
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(question))
      socket.on('error', reject)
      socket.on('data', data => {
        // Answers are small: each comes in one piece.
        const isGood = data.toString('latin1', 0, 12).endsWith('200')
        if (isGood) responses++
        if (!isGood) reject(new Error(data.toString()))
        else if (performance.now() < end) socket.write(question)
        else socket.end(resolve)
      })
    })
  await Promise.all(Array.from({ length: connections }, client))
  return responses
}

async function measured(service: Service, accessToken: string) {
  const times = async () => ({
    service: await processorTime(service.pid),
    parent: await ownTime(service.pid),
    mongod: mongod === undefined ? 0 : await ownTime(mongod),
    load: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  })
  const [before, began] = [await times(), performance.now()]
  const responses = await load(service, accessToken, roundTime)
  const [after, took] = [await times(), performance.now() - began]
  const cost = (part: keyof typeof before) => Math.round(((after[part] - before[part]) / responses) * 1000)
  return {
    ...{ perSecond: Math.round((responses / took) * 1000), serviceMicroseconds: cost('service') },
    // With several workers the primary, which serves nothing.
    parentMicroseconds: cost('parent'),
    ...{ mongodMicroseconds: cost('mongod'), loadMicroseconds: cost('load') },
  }
}

// Whatever else the machine does falls into some of the rounds.
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN
const services = [await launch(1), await launch(2)] as const
// The second worker starts after the first one serves.
await pause(4000)
const tokens = await Promise.all(services.map(async service => (await service.logIn()).accessToken))
for (const [index, service] of services.entries()) await load(service, tokens[index]!, warmUp)
console.log({ processors: availableParallelism(), loadBefore: loadavg()[0] })

async function compare(): Promise<void> {
  const results: Awaited<ReturnType<typeof measured>>[][] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [index, service] of services.entries()) {
      const result = await measured(service, tokens[index]!)
      console.log({ workers: index + 1, ...result })
      results[index]!.push(result)
    }
  const of = (index: number, what: 'perSecond' | 'serviceMicroseconds') =>
    median(results[index]!.map(one => one[what]))
  console.log({
    ratio: (of(1, 'perSecond') / of(0, 'perSecond')).toFixed(2),
    ratioOnOwnProcessors: ((2 * of(0, 'serviceMicroseconds')) / of(1, 'serviceMicroseconds')).toFixed(2),
  })
}

console.log('The service, MongoDB and what asks share all processors:')
await compare()
const unbound = await bound(services).catch((error: unknown) => console.log(String(error)))
if (unbound) {
  console.log(`Each process of the service has ${share} of a processor:`)
  await compare()
}
for (const service of services) await service.stop()
await unbound?.()
