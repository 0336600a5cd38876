/**
 * Runs test files one after the other, as it is asked to, so that they share what takes long to load. Each has a root
 * test of its own, and must leave the process as it found it.
 */
import { hrtime } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { changes, leftOpen, surroundings, type Surroundings } from './leavings.js'
import { endOfErrors, type News, type Order } from './protocol.js'
import { setRoot } from './root.js'

// Not above: the root test has to be in its place before.
const tap = await import('tap')

process.on('message', (order: Order) => void run(order))
// The runner has no more files, or is gone.
process.on('disconnect', () => process.exit())

async function run({ path, timeout, patience }: Order): Promise<void> {
  // The names of folders that tap makes for tests begin with it.
  process.argv[1] = path
  const test = new tap.Test({ name: 'TAP', timeout, cb: () => import(path) })
  // The first test sets variables of the environment.
  const before = surroundings()
  setRoot(test)
  test.on('data', text => tell({ type: 'tap', text }))
  await new Promise<void>(resolve => test.runMain(resolve))
  test.setTimeout(0)
  // What a test that failed has not closed says nothing more.
  const open = test.passing() ? await whatStaysOpen(before, patience) : []
  const faults = [
    ...(open.length > 0 ? [`left open: ${open.join(', ')}`] : []),
    ...changes(before).map(what => `changed ${what}`),
  ]
  setRoot(undefined)
  process.stderr.write(endOfErrors)
  tell({ type: 'end', faults, failed: !test.passing(), residentBytes: process.memoryUsage().rss })
}

async function whatStaysOpen(before: Surroundings, patience: number): Promise<string[]> {
  const end = hrtime.bigint() + BigInt(patience * 1e6)
  for (;;) {
    const open = leftOpen(before)
    if (open.length === 0 || hrtime.bigint() > end) return open
    await setTimeout(10)
  }
}

const tell = (news: News) => process.send?.(news)
