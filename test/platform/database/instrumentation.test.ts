import { pino } from 'pino'
import t from 'tap'
import { asyncRequestStats, createRequestStats } from '../../../src/platform/telemetry/request-stats.js'
import { instrumentDatabase } from '../../../src/platform/telemetry/instrument-database.js'
import { noTelemetry } from '../../../src/platform/telemetry/telemetry.js'

function instrumented(slow: number) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    {},
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const activities = asyncRequestStats()
  return {
    lines,
    activities,
    watch: instrumentDatabase({ ...noTelemetry, requestStats: activities, log, slowThreshold: slow }),
  }
}

t.test('logs a slow command with the fields of its filter but without their values', async t => {
  const { lines, activities, watch } = instrumented(0)
  const filter = { userId: 'ada@example.com', at: { $lte: 'secret' } }
  await activities.run(createRequestStats('a request'), () =>
    watch.command({ collection: 'owned', name: 'find', filter }, async () => undefined),
  )
  t.match(lines, [
    {
      level: 40,
      msg: 'slow query',
      reqId: 'a request',
      collection: 'owned',
      command: 'find',
      duration: Number,
    },
  ])
  t.same(lines[0]?.['fields'], ['userId', 'at'])
  t.notMatch(JSON.stringify(lines), /ada|secret/)
})

t.test('does not log fast commands', async t => {
  const { lines, watch } = instrumented(Infinity)
  await watch.command({ collection: 'owned', name: 'find' }, async () => undefined)
  t.same(lines, [])
})

t.test('counts a batch of reads as one round trip for each of its requests', async t => {
  const { activities, watch } = instrumented(Infinity)
  const [one, other] = [createRequestStats('one'), createRequestStats('other')]
  const read = () => watch.read('accounts', async () => undefined)
  await activities.run(one, async () => Promise.all([read(), read()]))
  await activities.run(other, read)
  await activities.run(other, () => watch.read('sessions', async () => undefined))
  const reads = new Map([
    ['accounts', 3],
    ['sessions', 1],
  ])
  await watch.batch(reads, async () => undefined)
  t.equal(one.roundTrips, 1)
  t.equal(other.roundTrips, 1)
  await watch.batch(new Map([['accounts', 1]]), async () => undefined)
  t.equal(one.roundTrips, 1, 'requests that wait for nothing are charged no round trip')
})

t.test('counts failed commands, and rethrows their errors', async t => {
  const { activities, watch } = instrumented(Infinity)
  const one = createRequestStats('one')
  const failing = () =>
    watch.command({ collection: null, name: 'commit' }, () => Promise.reject(new Error('no')))
  await t.rejects(activities.run(one, failing), { message: 'no' })
  t.equal(one.roundTrips, 1)
})
