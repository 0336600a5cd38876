/**
 * Compares the service with other servers that return the same data, each in its own process. On the same MongoDB:
 * routes written by hand; the same with coalesced reads and cached tokens; and Mercurius, Apollo and Yoga with resolvers
 * that query the driver. Compared with the service on the embedded database: the handwritten routes on NeDB and SQLite.
 * A constant response is the upper limit of all.
 * They are measured in turns, in another order each round, and only ratios within one round are compared, because other
 * load on the machine slows all of them. On a busy machine, the ratios of processor time are the reliable ones.
 *
 *   npm run build && TEST_MONGODB_URI=mongodb://… node dist/test/bench/rivals.js [--database mongodb,embedded]
 *     [--connections 64,1] [--rounds 3] [--seconds 3] [--warm-up 2]
 *
 * The first run installs the packages of the rivals. Without TEST_MONGODB_URI, only the embedded database is measured.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { saveResults, type Contest } from './results.js'
import { askOnce, load, requestOf, type Target } from './rivals/load.js'
import { benchmarkRequests, type BenchmarkRequest } from './rivals/requests.js'
import { contestOf, report, residentMiB, type Round } from './rivals/report.js'
import { installRivals } from './rivals/rival-packages.js'
import * as stage from './rivals/stage.js'
import { requestTargets } from './rivals/targets.js'
import { targetTable } from './target-table.js'

const { values } = parseArgs({
  options: {
    database: { type: 'string', default: process.env.TEST_MONGODB_URI ? 'mongodb,embedded' : 'embedded' },
    connections: { type: 'string', default: '64,1' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    'warm-up': { type: 'string', default: '2' },
  },
})
const connectionCounts = values.connections.split(',').map(Number)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const warmUp = Number(values['warm-up'])

type DatabaseName = Contest['database']

interface Rival {
  name: string
  /** The program in rivals/. */
  file: string
  args?: string[]
  speaksGraphQL?: boolean
}

const constant = { name: 'constant', file: 'constant.js' }
const rivalsOf: Record<DatabaseName, Rival[]> = {
  MongoDB: [
    { name: 'by hand', file: 'by-hand.js', args: ['plain'] },
    { name: 'coalesced', file: 'by-hand.js', args: ['coalesced'] },
    { name: 'Mercurius', file: 'mercurius.js', speaksGraphQL: true },
    { name: 'Apollo', file: 'apollo.js', speaksGraphQL: true },
    { name: 'Yoga', file: 'yoga.js', speaksGraphQL: true },
    constant,
  ],
  embedded: [{ name: 'NeDB', file: 'nedb.js' }, { name: 'SQLite', file: 'sqlite.js' }, constant],
}

interface Contestant {
  name: string
  target: Target
  expected: Buffer
}

const contests: Contest[] = []
await installRivals()
for (const name of values.database.split(',')) {
  const teardowns: stage.Teardowns = []
  try {
    await run(name === 'mongodb' ? 'MongoDB' : 'embedded', teardowns)
  } finally {
    for (const teardown of teardowns.toReversed()) await teardown()
  }
}
const lines = requestTargets(contests)
if (lines.length > 0) console.log(`\n${targetTable(lines)}`)
await saveResults('rivals', { contests, lines })

async function run(database: DatabaseName, teardowns: stage.Teardowns): Promise<void> {
  const { requests, rivals, targetOf } = await prepare(database, teardowns)
  const matches: { request: BenchmarkRequest; contestants: Contestant[]; connections: number }[] = []
  for (const request of requests) {
    const contestants = await checked(
      request,
      rivals.map(rival => ({ name: rival.name, target: targetOf(rival, request) })),
    )
    for (const connections of connectionCounts) matches.push({ request, contestants, connections })
  }

  const measure = ({ target, expected }: Contestant, connections: number, length: number) =>
    load(target, expected, { connections, seconds: length })
  for (const { contestants, connections } of matches)
    for (const contestant of contestants) await measure(contestant, connections, warmUp)

  for (const { request, contestants, connections } of matches) {
    const results: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const result: Round = {}
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(round + turn) % contestants.length]!
        await measure(contestant, connections, warmUp / 4)
        result[contestant.name] = await measure(contestant, connections, seconds)
      }
      results.push(result)
    }
    const names = contestants.map(({ name }) => name)
    report(`${request.name} on ${database}; connections: ${connections}`, names, results)
    contests.push(contestOf({ request: request.name, database, connections }, names, results))
  }
  console.log('\nResident memory at the end')
  for (const { name, pid } of rivals) console.log(`  ${name.padEnd(10)} ${await residentMiB(pid)} MiB`)
}

/** Starts all competitors with the same account. */
async function prepare(database: DatabaseName, teardowns: stage.Teardowns) {
  const folder = await stage.throwawayFolder(teardowns)
  const keys = await stage.keyPair(folder)
  const settings: Record<string, string> = {
    BENCH_PUBLIC_KEY: keys.publicKey,
    BENCH_FOLDER: folder,
    BENCH_RESPONSES: join(folder, 'responses.json'),
    BENCH_DOCUMENTS: join(folder, 'documents.json'),
  }
  const service = await startService(database, teardowns, { folder, settings, privateKey: keys.privateKey })
  const port = Number(new URL(service.url).port)
  const { accessToken } = await service.logIn()

  const { id } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  const requests = benchmarkRequests(id)
  const post = ({ query }: BenchmarkRequest) =>
    requestOf('POST', '/graphql', accessToken, JSON.stringify({ query: query.replace(/\s+/g, ' ') }))
  const get = ({ path }: BenchmarkRequest) => requestOf('GET', path, accessToken)

  const responses: Record<string, string> = {}
  for (const request of requests)
    responses[request.path] = (await askOnce({ port, request: post(request) })).toString()
  await writeFile(join(folder, 'responses.json'), JSON.stringify(responses))

  const rivals = [{ name: 'service', pid: service.pid, port, speaksGraphQL: true }]
  for (const { name, file, args = [], speaksGraphQL = false } of rivalsOf[database]) {
    const started = await stage.startRival(teardowns, file, { args, settings })
    rivals.push({ name, speaksGraphQL, ...started })
  }
  const targetOf = (
    { pid, port, speaksGraphQL }: (typeof rivals)[number],
    request: BenchmarkRequest,
  ): Target => ({
    pid,
    port,
    request: speaksGraphQL ? post(request) : get(request),
  })
  return { requests, rivals, targetOf }
}

/** Starts the service with a complete profile of the demo account, and adds to the settings where its rivals find it. */
async function startService(
  database: DatabaseName,
  teardowns: stage.Teardowns,
  { folder, settings, privateKey }: { folder: string; settings: Record<string, string>; privateKey: string },
) {
  const fill = async (service: Awaited<ReturnType<typeof stage.startService>>) =>
    stage.fillProfile(Number(new URL(service.url).port), (await service.logIn()).accessToken)
  if (database === 'MongoDB') {
    const uri = await stage.throwawayDatabase(teardowns)
    settings['BENCH_MONGODB_URI'] = uri
    const service = await stage.startService({ uri }, privateKey)
    teardowns.push(service.stop)
    await fill(service)
    return service
  }
  const dataFolder = join(folder, 'data')
  await mkdir(dataFolder)
  const first = await stage.startService({ folder: dataFolder }, privateKey)
  try {
    await fill(first)
  } finally {
    await first.stop()
  }
  await stage.exportDocuments(dataFolder, join(folder, 'documents.json'))
  const service = await stage.startService({ folder: dataFolder }, privateKey)
  teardowns.push(service.stop)
  return service
}

/** @throws Error when a competitor's response differs from the service's, which is the first one */
async function checked(
  request: BenchmarkRequest,
  targets: readonly Omit<Contestant, 'expected'>[],
): Promise<Contestant[]> {
  let wanted: unknown
  const contestants: Contestant[] = []
  for (const { name, target } of targets) {
    const expected = await askOnce(target)
    const content = JSON.parse(expected.toString())
    if (content.errors) throw new Error(expected.toString())
    const given = content.data ? request.select(content.data) : content
    wanted ??= given
    if (!isDeepStrictEqual(given, wanted))
      throw new Error(
        `${name} responds to ${request.name} differently from the service:\n${expected.toString()}`,
      )
    contestants.push({ name, target, expected })
  }
  return contestants
}
