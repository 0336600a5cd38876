/**
 * Checks that no request blocks the event loop for more than 100 ms: starts the service with 20,000 exercises, sends the
 * most expensive requests within the limits through every transport, with a different document each time, and measures
 * the longest turn of the event loop in processor time. Exits with 1 if one was longer.
 * Run: npm run build && node dist/test/bench/hostile.js [part of a group's or a request's name]
 */
import { hostileBodies, type Hostile } from './hostile/bodies.js'
import { importSynthetic } from './hostile/catalogue.js'
import { channels } from './hostile/channels.js'
import { flood, floods } from './hostile/floods.js'
import type { LoopUsage } from './hostile/loop-monitor.js'
import { trainedBodies } from './hostile/trained.js'
import { createLoopTurns } from './loop-turns.js'
import { start } from './service.js'

const exercises = 20_000
const runs = 2
/** In milliseconds. */
const longestAllowed = 100
const [part = ''] = process.argv.slice(2)

const service = await start(
  // Overload protection would reject the measured requests.
  { BCRYPT_SALT_ROUNDS: '4', MAX_EVENT_LOOP_DELAY: '60s', LOG_LEVEL: 'fatal', GRAPHQL_INIT_TIMEOUT: '60s' },
  {
    fill: folder => importSynthetic(folder, exercises),
    preload: new URL('hostile/loop-monitor.js', import.meta.url),
  },
)
const target = { url: service.url, token: (await service.logIn()).accessToken }
const loopTurns = createLoopTurns(longestAllowed)
let number = 0

async function measured(send: () => Promise<string | undefined>): Promise<LoopUsage & { outcome?: string }> {
  await service.ask('begin')
  const outcome = await send().catch((error: unknown) => String((error as Error).cause ?? error))
  const usage = (await service.ask('end')) as LoopUsage
  return outcome === undefined ? usage : { ...usage, outcome }
}

/** Maximum of some runs, as a cell of the table. */
async function worst(
  channel: (typeof channels)[string],
  { body, repeated }: Hostile,
): Promise<[string, string]> {
  const all: LoopUsage[] = []
  let lastOutcome = ''
  for (let run = 0; run < runs; run++) {
    const at = ++number
    for (let time = 0; time < repeated; time++) {
      const { outcome, ...usage } = await measured(() => channel(target, body, at))
      if (outcome === undefined) return ['–', '']
      lastOutcome = outcome
      all.push(usage)
    }
  }
  const longest = Math.max(...all.map(usage => usage.longest))
  const total = Math.max(...all.map(usage => usage.total))
  loopTurns.add(longest)
  return [cellOf(longest, total), lastOutcome]
}

const cellOf = (longest: number, total: number) =>
  `${longest.toFixed(0)}/${total.toFixed(0)}${longest > longestAllowed ? ' !' : ''}`

const width = { name: 50, cell: 12 }
const names = Object.keys(channels)
const row = (name: string, cells: string[], outcome = '') =>
  console.log(
    `${name.padEnd(width.name)}${cells.map(cell => cell.padStart(width.cell)).join('')}  ${outcome}`,
  )

const first = await measured(() =>
  channels['POST']!(target, () => '{"query":"{ exercises { totalCount } }"}', 0),
)
console.log(`The first request reads the catalogue; its longest turn takes ${first.longest.toFixed(0)} ms.`)
console.log('Milliseconds of processor time: longest turn of the event loop / all turns of the request')
row('', names)
for (const hostile of [...hostileBodies, ...(await trainedBodies(target))]) {
  const name = `${hostile.group}: ${hostile.name}`
  if (!name.includes(part)) continue
  const cells: string[] = []
  const lastOutcome = new Set<string>()
  for (const channel of Object.values(channels)) {
    const [cell, outcome] = await worst(channel, hostile)
    cells.push(cell)
    lastOutcome.add(outcome)
  }
  row(name, cells, [...lastOutcome].filter(Boolean).join(', '))
}
for (const [name, frame] of Object.entries(floods)) {
  if (!`flood: ${name}`.includes(part)) continue
  const { longest, total, outcome } = await measured(() => flood(target, frame))
  loopTurns.add(longest)
  row(`flood: ${name}`, ['', '', '', '', cellOf(longest, total)], outcome)
}
await service.stop()
await loopTurns.report(
  'hostile',
  `longest turn of the event loop under malicious requests, with ${exercises} exercises, in processor time`,
)
