/**
 * Compares the throughput of `me` with two workers and with one process (Linux only). The service, MongoDB and this
 * program, which sends requests over raw sockets to use little processor time, share the processors. The report therefore
 * also lists the processor time of each per request, from which the throughput on separate processors follows. Where
 * control groups can be created, a second measurement limits each process of the service to half a processor.
 */
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seconds } from '../../src/lib/quantities.js'
import { saveResults } from './results.js'
import { start } from './service.js'
import { median } from './statistics.js'

const MONGODB_URI = process.env.TEST_MONGODB_URI
if (MONGODB_URI === undefined) throw new Error('Set TEST_MONGODB_URI: workers share a MongoDB.')
const mongod = process.env.MONGOD_PID
/** Folder of the Linux control groups (version 1) that limit processor time. */
const groups = '/sys/fs/cgroup/cpu'
/** Share of a processor for each process of the service in them. */
const share = 0.5
/** Period in microseconds: short, so that no response waits long for its share. */
const period = 10_000
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    'warm-up': { type: 'string', default: '20' },
  },
})
const connections = 64
const rounds = Number(values.rounds)
const roundTime = Number(values.seconds) * seconds
/** Warm-up, until each process has compiled its hot functions. */
const warmUp = Number(values['warm-up']) * seconds
/** Clock ticks per second on Linux. */
const ticksPerSecond = 100

const launch = (workers: number) => {
  const database = new URL(MONGODB_URI)
  database.pathname = `/bench-workers-${workers}-${Date.now()}`
  return start({
    MONGODB_URI: database.href,
    WORKERS: String(workers),
    DEMO_ACCOUNTS: 'true',
    // Overload protection would distort the workers' shares.
    MAX_EVENT_LOOP_DELAY: '30s',
  })
}

type Service = Awaited<ReturnType<typeof launch>>

/** Processes that handle requests. */
async function serving({ pid }: Service): Promise<string[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  const workers: string[] = []
  for (const child of children.filter(child => child.trim() !== ''))
    if ((await readFile(`/proc/${child}/cmdline`, 'utf8')).includes('--worker')) workers.push(child)
  return workers.length > 0 ? workers : [String(pid)]
}

/** Limits each process to its share of a processor. @returns removes the limits */
async function limitProcessors(services: readonly Service[]): Promise<() => Promise<void>> {
  const createdGroups: string[] = []
  for (const pid of (await Promise.all(services.map(serving))).flat()) {
    const group = join(groups, `fitness-bench-${pid}`)
    await mkdir(group)
    createdGroups.push(group)
    await writeFile(join(group, 'cpu.cfs_period_us'), String(period))
    await writeFile(join(group, 'cpu.cfs_quota_us'), String(period * share))
    await writeFile(join(group, 'cgroup.procs'), pid)
  }
  return async () => {
    for (const group of createdGroups) await rmdir(group)
  }
}

/** Processor time of a process, in milliseconds. */
async function ownTime(pid: number | string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000
}

/** Processor time of a process and its children, in milliseconds. */
async function processorTime(pid: number | string): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')
  const times = await Promise.all(children.filter(child => child.trim() !== '').map(processorTime))
  return times.reduce((sum, time) => sum + time, await ownTime(pid))
}

/** Sends requests on all connections, each after the previous response. @returns the number of responses */
async function load({ url }: Service, accessToken: string, time: number): Promise<number> {
  const { hostname, port } = new URL(url)
  const body = JSON.stringify({ query: '{ me { id email username role } }' })
  const request = Buffer.from(
    [
      ...['POST /graphql HTTP/1.1', `host: ${hostname}`, 'content-type: application/json'],
      ...[`authorization: Bearer ${accessToken}`, `content-length: ${body.length}`, '', body],
    ].join('\r\n'),
  )
  let responses = 0
  const end = performance.now() + time
  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(request))
      socket.on('error', reject)
      socket.on('data', data => {
        // Responses are small: each arrives in one chunk.
        const isOk = data.toString('latin1', 0, 12).endsWith('200')
        if (isOk) responses++
        if (!isOk) reject(new Error(data.toString()))
        else if (performance.now() < end) socket.write(request)
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
    // With several workers, this is the primary, which handles no requests.
    parentMicroseconds: cost('parent'),
    ...{ mongodMicroseconds: cost('mongod'), loadMicroseconds: cost('load') },
  }
}

const services = [await launch(1), await launch(2)] as const
// The second worker starts after the first one is ready.
await pause(4000)
const tokens = await Promise.all(services.map(async service => (await service.logIn()).accessToken))
for (const [index, service] of services.entries()) await load(service, tokens[index]!, warmUp)
console.log({ processors: availableParallelism(), loadBefore: loadavg()[0] })

async function compare() {
  const results: Awaited<ReturnType<typeof measured>>[][] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [index, service] of services.entries()) {
      const result = await measured(service, tokens[index]!)
      console.log({ workers: index + 1, ...result })
      results[index]!.push(result)
    }
  const of = (index: number, what: 'perSecond' | 'serviceMicroseconds') =>
    median(results[index]!.map(one => one[what]))
  const ratio = of(1, 'perSecond') / of(0, 'perSecond')
  const ratioOnOwnProcessors = (2 * of(0, 'serviceMicroseconds')) / of(1, 'serviceMicroseconds')
  console.log({ ratio: ratio.toFixed(2), ratioOnOwnProcessors: ratioOnOwnProcessors.toFixed(2) })
  return { ratio, ratioOnOwnProcessors }
}

console.log('The service, MongoDB and the load generator share all processors:')
const shared = await compare()
const removeLimits = await limitProcessors(services).catch((error: unknown) => console.log(String(error)))
if (removeLimits) {
  console.log(`Each process of the service has ${share} of a processor:`)
  await compare()
}
for (const service of services) await service.stop()
await removeLimits?.()
await saveResults('workers', {
  lines: [
    {
      name: 'throughput with two workers on processors of their own, by processor time, relative to one process',
      value: shared.ratioOnOwnProcessors,
      atLeast: 1.7,
      unit: '×',
    },
    {
      name: 'throughput with two workers that share two processors with MongoDB and the clients',
      value: shared.ratio,
      unit: '×',
    },
  ],
})
