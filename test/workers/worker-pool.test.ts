import { mock } from 'node:test'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { WorkerStartError, createWorkerPool } from '../../src/workers/worker-pool.js'
import type { WorkerEvents, ProcessExit } from '../../src/workers/worker-process.js'

const crash: ProcessExit = { code: null, signal: 'SIGKILL' }
const failure: ProcessExit = { code: 1, signal: null }

/** A pool with simulated worker processes. */
function simulatedPool() {
  const log: string[] = []
  const launched: (WorkerEvents & { name: string; leave(): void })[] = []
  const workers = createWorkerPool({
    launch(events) {
      const name = `w${launched.length + 1}`
      const shutDown = () => void log.push(`${name} is shut down`)
      launched.push({ ...events, name, leave: shutDown })
      log.push(`${name} starts`)
      return { pid: launched.length, shutDown, kill: () => void log.push(`${name} is killed`) }
    },
    log: pino({ level: 'silent' }),
  })
  return {
    workers,
    launched,
    ready: (number: number) => launched[number - 1]!.onReady(),
    exit: (number: number, exit: ProcessExit = { code: 0, signal: null }) =>
      launched[number - 1]!.onExit(exit),
    /** Returns the events since the last call. */
    newEvents: () => log.splice(0),
  }
}

/** A pool with three ready workers. */
async function runningPool() {
  const all = simulatedPool()
  const started = all.workers.start(3)
  for (const number of [1, 2, 3]) all.ready(number)
  await started
  all.newEvents()
  return all
}

/** Replaces the timers until the end of the test. */
function mockTimers(t: Pick<Test, 'teardown'>): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
}

t.test('starts the first worker alone, then all others together', async t => {
  mockTimers(t)
  const { workers, ready, newEvents: news } = simulatedPool()
  const started = workers.start(3)
  t.same(news(), ['w1 starts'])
  ready(1)
  t.same(news(), ['w2 starts', 'w3 starts'])
  ready(3)
  ready(2)
  await started
  t.equal(workers.size(), 3)
})

t.test('does not retry a failed first start of any worker', async t => {
  mockTimers(t)
  const one = simulatedPool()
  const alone = one.workers.start(2)
  one.exit(1, failure)
  await t.rejects(alone, { message: 'a worker could not start: it exited with 1' })
  t.same(one.newEvents(), ['w1 starts'])

  const two = simulatedPool()
  const together = two.workers.start(2)
  two.ready(1)
  two.exit(2, failure)
  await t.rejects(together, WorkerStartError)
  t.same(two.newEvents(), ['w1 starts', 'w2 starts'])
})

t.test('replaces crashed workers at once, then after growing pauses of up to half a minute', async t => {
  mockTimers(t)
  const { exit, newEvents: news, launched } = await runningPool()
  const pauses: number[] = []
  for (let crashes = 1; crashes <= 10; crashes++) {
    exit(launched.length === 3 ? 2 : launched.length, crash)
    let waited = 0
    mock.timers.tick(0)
    for (; news().length === 0; waited += 100) mock.timers.tick(100)
    pauses.push(waited)
  }
  t.same(pauses, [0, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

t.test('replaces workers one after the other, each after its successor is ready', async t => {
  mockTimers(t)
  const { workers, ready, exit, newEvents: news } = await runningPool()
  workers.replaceAll(3)
  t.same(news(), ['w4 starts'])
  ready(4)
  t.same(news(), ['w1 is shut down'])
  exit(1)
  t.same(news(), ['w5 starts'])
  ready(5)
  exit(2)
  ready(6)
  exit(3)
  t.same(news(), ['w2 is shut down', 'w6 starts', 'w3 is shut down'])
  t.equal(workers.size(), 3)
})

t.test('keeps the old workers if a new one cannot start, and allows replacing them later', async t => {
  mockTimers(t)
  const { workers, ready, exit, newEvents: news } = await runningPool()
  workers.replaceAll(3)
  ready(4)
  exit(1)
  exit(5, failure)
  mock.timers.tick(60_000)
  t.same(news(), ['w4 starts', 'w1 is shut down', 'w5 starts'])
  t.equal(workers.size(), 3)
  workers.replaceAll(3)
  ready(6)
  t.same(news(), ['w6 starts', 'w2 is shut down'])
})

t.test('replaces a worker that crashes during a replacement', async t => {
  mockTimers(t)
  const { workers, ready, exit, newEvents: news } = await runningPool()
  workers.replaceAll(3)
  exit(2, crash)
  ready(4)
  mock.timers.tick(0)
  t.same(news(), ['w4 starts', 'w5 starts'], 'no worker is stopped, because the pool is not full')
  ready(5)
  t.same(news(), ['w1 is shut down'])
})

t.test('restarts the replacement if another one is requested meanwhile', async t => {
  mockTimers(t)
  const { workers, ready, exit, newEvents: news } = await runningPool()
  workers.replaceAll(3)
  workers.replaceAll(3)
  t.same(news(), ['w4 starts'])
  for (const [fresh, old] of [4, 5, 6, 7].map((fresh, at) => [fresh, at + 1] as const)) {
    ready(fresh)
    exit(old)
  }
  t.same(news(), [
    ...['w1 is shut down', 'w5 starts', 'w2 is shut down', 'w6 starts', 'w3 is shut down', 'w7 starts'],
    'w4 is shut down',
  ])
})

t.test('applies another number of workers at the next replacement', async t => {
  mockTimers(t)
  const { workers, ready, exit, newEvents: news } = await runningPool()
  workers.replaceAll(1)
  ready(4)
  t.same(news(), ['w4 starts', 'w1 is shut down', 'w2 is shut down', 'w3 is shut down'])
  for (const old of [1, 2, 3]) exit(old)
  workers.replaceAll(2)
  ready(5)
  ready(6)
  exit(4)
  t.same(news(), ['w5 starts', 'w6 starts', 'w4 is shut down'])
  t.equal(workers.size(), 2)
})

t.test('shuts down all workers without replacing them, and resolves when the last has exited', async t => {
  mockTimers(t)
  const { workers, exit, newEvents: news } = await runningPool()
  let hasEnded = false
  const end = workers.end().then(() => {
    hasEnded = true
  })
  t.same(news(), ['w1 is shut down', 'w2 is shut down', 'w3 is shut down'])
  exit(1)
  exit(2, crash)
  await Promise.resolve()
  t.notOk(hasEnded)
  exit(3)
  await end
  mock.timers.tick(60_000)
  t.same(news(), [])
})
