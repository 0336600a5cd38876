/**
 * Runs test files one after the other in one process, so that they share the loaded modules. Each file has its own root
 * test, and must restore the state of the process.
 */
import { hrtime } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { stateChanges, openedResources, captureState, type ProcessState } from './process-state.js'
import { endOfErrors, type News, type Order } from './protocol.js'
import { setRoot } from './root.js'

// Imported dynamically, because the proxy of the root test must be installed first.
const tap = await import('tap')

process.on('message', (order: Order) => void run(order))
// The runner has no more files, or has ended.
process.on('disconnect', () => process.exit())

async function run({ path, timeout, closeTimeout }: Order): Promise<void> {
  // tap derives the names of test folders from the program.
  process.argv[1] = path
  const test = new tap.Test({ name: 'TAP', timeout, cb: () => import(path) })
  // The first test sets variables of the environment.
  const before = captureState()
  setRoot(test)
  test.on('data', text => tell({ type: 'tap', text }))
  await new Promise<void>(resolve => test.runMain(resolve))
  test.setTimeout(0)
  // Open resources of a failed test are not reported.
  const open = test.passing() ? await waitForClosedResources(before, closeTimeout) : []
  const faults = [
    ...(open.length > 0 ? [`left open: ${open.join(', ')}`] : []),
    ...stateChanges(before).map(what => `changed ${what}`),
  ]
  setRoot(undefined)
  process.stderr.write(endOfErrors)
  tell({ type: 'end', faults, failed: !test.passing(), residentBytes: process.memoryUsage().rss })
}

async function waitForClosedResources(before: ProcessState, closeTimeout: number): Promise<string[]> {
  const end = hrtime.bigint() + BigInt(closeTimeout * 1e6)
  for (;;) {
    const open = openedResources(before)
    if (open.length === 0 || hrtime.bigint() > end) return open
    await setTimeout(10)
  }
}

const tell = (news: News) => process.send?.(news)
