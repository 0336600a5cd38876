import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { circuitBreaker, OpenCircuitError } from '../../src/lib/circuit-breaker.js'
import { DeadlineError } from '../../src/lib/deadline.js'

const never = () => new Promise<never>(() => undefined)
const turn = () => new Promise(resolve => setImmediate(resolve))

/** A breaker with a timeout of 500 ms that probes each second, and the state of the dependency that it guards. */
function createBreaker() {
  const state = { answers: true, probes: 0 }
  const response = () => (state.answers ? Promise.resolve('answer') : never())
  const probe = () => {
    state.probes++
    return response()
  }
  const breaker = circuitBreaker({ timeout: 500, probeInterval: 1000, probe })
  t.teardown(breaker.close)
  return { state, breaker, ask: () => breaker.attempt(response) }
}

/** Advances the clock, and waits until due timers have run. */
async function pass(time: number): Promise<void> {
  mock.timers.tick(time)
  await turn()
}

/** Replaces the timers until the end of the test. */
function mockTimers(t: Pick<Test, 'teardown'>): void {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => mock.timers.reset())
}

t.test('opens after a timeout and closes after a successful probe', async t => {
  mockTimers(t)
  const { state, ask } = createBreaker()
  t.equal(await ask(), 'answer')
  state.answers = false
  const waits = [t.rejects(ask(), DeadlineError), t.rejects(ask(), DeadlineError)]
  await pass(500)
  await Promise.all(waits)
  await t.rejects(ask(), OpenCircuitError)

  await pass(1000)
  t.equal(state.probes, 1, 'probes once for all waiting calls')
  await t.rejects(ask(), OpenCircuitError, 'rejects calls during the probe')
  await pass(500)
  await t.rejects(ask(), OpenCircuitError, 'rejects calls after a failed probe')

  state.answers = true
  await pass(1000)
  t.equal(state.probes, 2)
  t.equal(await ask(), 'answer')
})

t.test('stays closed after an error without a timeout', async t => {
  mockTimers(t)
  const { breaker, ask } = createBreaker()
  await t.rejects(
    breaker.attempt(() => Promise.reject(new Error('refused'))),
    { message: 'refused' },
  )
  t.equal(await ask(), 'answer')
})

t.test('stops probing when it is shut down', async t => {
  mockTimers(t)
  const { state, breaker, ask } = createBreaker()
  state.answers = false
  const wait = t.rejects(ask(), DeadlineError)
  await pass(500)
  await wait
  breaker.close()
  await pass(5000)
  t.equal(state.probes, 0)
})
