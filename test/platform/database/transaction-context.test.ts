import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { deadlineIn } from '../../../src/lib/deadline.js'
import { createRun, createTransactionContext } from '../../../src/platform/database/transaction-context.js'
import { createLatch } from '../../latch.js'

const disableDelay = 1

/** A run whose work has ended and left something behind, which asks where it belongs when it is let. */
async function leftBehind(drained: Promise<unknown>) {
  const runs = createTransactionContext<string>(() => drained, disableDelay)
  const ended = createLatch()
  let late: Promise<unknown> = Promise.resolve()
  await runs.execute(
    createRun('ended'),
    async () => {
      late = ended.passed.then(() => runs.current())
    },
    deadlineIn(1000),
  )
  const ask = () => {
    ended.open()
    return late
  }
  return { runs, ask }
}

test('what a run left behind is refused while an operation of the run is under way', async t => {
  const operation = createLatch()
  const { ask } = await leftBehind(operation.passed)
  await pause(20 * disableDelay)
  await t.rejects(ask(), /this transaction has ended/)
  operation.open()
})

test('no context is carried along when all is done, and the next run has its own again', async t => {
  const { runs, ask } = await leftBehind(Promise.resolve())
  await pause(20 * disableDelay)
  t.equal(await ask(), undefined)
  const run = createRun('next')
  await runs.execute(run, async () => t.equal(runs.current(), run), deadlineIn(1000))
})

test('a run that begins in the disableDelay of another keeps its context for as long as it takes', async t => {
  const { runs } = await leftBehind(Promise.resolve())
  const run = createRun('long')
  const work = async () => {
    await pause(20 * disableDelay)
    t.equal(runs.current(), run)
  }
  await runs.execute(run, work, deadlineIn(1000))
})
