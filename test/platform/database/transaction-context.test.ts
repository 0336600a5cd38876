import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'tap'
import { deadlineIn } from '../../../src/lib/deadline.js'
import { createRun, createTransactionContext } from '../../../src/platform/database/transaction-context.js'
import { createLatch } from '../../latch.js'

const disableDelay = 1

/** A run that has ended with an operation pending. The operation then reads its context. */
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

test('rejects operations that outlive their run while another operation of it is in progress', async t => {
  const operation = createLatch()
  const { ask } = await leftBehind(operation.passed)
  await pause(20 * disableDelay)
  await t.rejects(ask(), /this transaction has ended/)
  operation.open()
})

test('carries no context after the last run, and gives the next run its own', async t => {
  const { runs, ask } = await leftBehind(Promise.resolve())
  await pause(20 * disableDelay)
  t.equal(await ask(), undefined)
  const run = createRun('next')
  await runs.execute(run, async () => t.equal(runs.current(), run), deadlineIn(1000))
})

test('keeps the context of a run that starts within the disableDelay of another', async t => {
  const { runs } = await leftBehind(Promise.resolve())
  const run = createRun('long')
  const work = async () => {
    await pause(20 * disableDelay)
    t.equal(runs.current(), run)
  }
  await runs.execute(run, work, deadlineIn(1000))
})
