/**
 * Compares the service with handwritten servers that return the same data from the same MongoDB, each in its own
 * process: plain routes; the same with coalesced reads and cached tokens; Mercurius without anything else; and a constant
 * response as the upper limit.
 * They are measured in turns, in another order each round, and only ratios within one round are compared, because other
 * load on the machine slows all of them. On a busy machine, the ratios of processor time are the reliable ones.
 *
 *   npm run build && TEST_MONGODB_URI=mongodb://… node dist/test/bench/rivals.js [--rounds 3] [--seconds 3]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { askOnce, load, requestOf, type Target } from './rivals/load.js'
import { questions, type Question } from './rivals/questions.js'
import { report, residentMiB, type Round } from './rivals/report.js'
import * as stage from './rivals/stage.js'

const names = ['service', 'by hand', 'coalesced', 'mercurius', 'constant'] as const
const connectionCounts = [64, 1]
const warmUp = 2

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

type Rival = (typeof names)[number]
const isGraphQL = (rival: Rival) => rival === 'service' || rival === 'mercurius'
type Contestants = Record<Rival, { target: Target; expected: Buffer }>

const ends: stage.Ends = []
try {
  await run()
} finally {
  for (const end of ends.toReversed()) await end()
}

async function run(): Promise<void> {
  const { asked, rivals, targetOf } = await prepare()
  const contests: { title: string; contestants: Contestants; connections: number }[] = []
  for (const question of asked) {
    const contestants = await checked(question, competitor => targetOf(competitor, question))
    for (const connections of connectionCounts)
      contests.push({ title: `${question.name}; connections: ${connections}`, contestants, connections })
  }

  const measure = (contestants: Contestants, competitor: Rival, connections: number, length: number) =>
    load(contestants[competitor].target, contestants[competitor].expected, { connections, seconds: length })
  for (const { contestants, connections } of contests)
    for (const competitor of names) await measure(contestants, competitor, connections, warmUp)

  for (const { title, contestants, connections } of contests) {
    const results: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const result: Round = {}
      for (let turn = 0; turn < names.length; turn++) {
        const competitor = names[(round + turn) % names.length]!
        await measure(contestants, competitor, connections, warmUp / 4)
        result[competitor] = await measure(contestants, competitor, connections, seconds)
      }
      results.push(result)
    }
    report(title, names, results)
  }
  console.log('\nResident memory at the end')
  for (const competitor of names)
    console.log(`  ${competitor.padEnd(10)} ${await residentMiB(rivals[competitor].pid)} MiB`)
}

/** Starts all competitors with the same account. */
async function prepare() {
  const folder = await stage.throwawayFolder(ends)
  const uri = await stage.throwawayDatabase(ends)
  const keys = await stage.keyPair(folder)
  const service = await stage.startService(ends, uri, keys.privateKey)
  const port = Number(new URL(service.url).port)
  const { accessToken } = await service.logIn()
  await stage.fillProfile(port, accessToken)

  const { id } = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
  const asked = questions(id)
  const post = ({ query }: Question) =>
    requestOf('POST', '/graphql', accessToken, JSON.stringify({ query: query.replace(/\s+/g, ' ') }))
  const get = ({ path }: Question) => requestOf('GET', path, accessToken)

  const responses: Record<string, string> = {}
  for (const question of asked)
    responses[question.path] = (await askOnce({ port, request: post(question) })).toString()
  const BENCH_ANSWERS = join(folder, 'answers.json')
  await writeFile(BENCH_ANSWERS, JSON.stringify(responses))

  const byHand = { BENCH_MONGODB_URI: uri, BENCH_PUBLIC_KEY: keys.publicKey }
  const rivals: Record<Rival, { pid: number; port: number }> = {
    service: { pid: service.pid, port },
    'by hand': await stage.startRival(ends, 'by-hand.js', { args: ['plain'], settings: byHand }),
    coalesced: await stage.startRival(ends, 'by-hand.js', { args: ['coalesced'], settings: byHand }),
    mercurius: await stage.startRival(ends, 'mercurius.js', { settings: byHand }),
    constant: await stage.startRival(ends, 'constant.js', { settings: { BENCH_ANSWERS } }),
  }
  const targetOf = (competitor: Rival, question: Question): Target => ({
    ...rivals[competitor],
    request: isGraphQL(competitor) ? post(question) : get(question),
  })
  return { asked, rivals, targetOf }
}

/** @throws Error when a competitor's response differs from the service's */
async function checked(question: Question, targetOf: (competitor: Rival) => Target): Promise<Contestants> {
  let wanted: unknown
  const contestants = {} as Contestants
  for (const competitor of names) {
    const target = targetOf(competitor)
    const expected = await askOnce(target)
    const content = JSON.parse(expected.toString())
    if (content.errors) throw new Error(expected.toString())
    const given = content.data ? question.answer(content.data) : content
    wanted ??= given
    if (!isDeepStrictEqual(given, wanted))
      throw new Error(
        `${competitor} answers ${question.name} other than the service:\n${expected.toString()}`,
      )
    contestants[competitor] = { target, expected }
  }
  return contestants
}
