import { mock } from 'node:test'
import t, { type Test } from 'tap'
import { unauthenticated, unavailable } from '../../../src/errors.js'
import { watchToken } from '../../../src/graphql/transports/token-watch.js'
import { days, seconds } from '../../../src/lib/quantities.js'

const viewer = {
  ...{ id: 'u', email: 'u@example.com', role: 'USER' as const },
  ...{
    sessionId: 's',
    hasSecondFactor: false,
    scopes: null,
    isPendingDeletion: false,
    isGuest: false,
    locale: null,
  },
}
const start = new Date('2026-01-31T08:00:00.000Z')

/** Watches a token, which can be revoked. */
function watchTestToken({ lifetime = 1 * days } = {}) {
  const validViewer = { ...viewer, tokenExpiresAt: new Date(Date.now() + lifetime) }
  const listeners = new Set<() => void>()
  const state = { error: undefined as Error | undefined, asked: 0, ends: [] as Error[], good: 0 }
  const stop = watchToken(
    {
      async authenticate() {
        state.asked++
        if (state.error) throw state.error
        return validViewer
      },
      onTokensRevoked(id, listener) {
        t.equal(id, viewer.id)
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'a token',
    validViewer,
    { onInvalid: reason => void state.ends.push(reason), onValid: () => (state.good += 1) },
  )
  return { state, stop, listeners, revoke: () => listeners.forEach(listener => listener()) }
}

/** Advances the clock, and waits until due timers have run. */
async function pass(time: number): Promise<void> {
  mock.timers.tick(time)
  await new Promise(setImmediate)
}

/** Replaces the timers until the end of the test. */
function mockTimers(t: Pick<Test, 'teardown'>): void {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: start })
  t.teardown(() => mock.timers.reset())
}

t.test('detects a revoked token within ten seconds without a notification', async t => {
  mockTimers(t)
  const { state, listeners } = watchTestToken()
  await pass(25 * seconds)
  t.equal(state.asked, 2)
  t.same(state.ends, [])
  state.error = unauthenticated('revoked')
  await pass(5 * seconds)
  t.same(state.ends, [state.error])
  t.equal(listeners.size, 0)
  await pass(60 * seconds)
  t.equal(state.asked, 3, 'stops verifying')
  t.equal(state.good, 2)
})

t.test('detects a revocation immediately after a notification', async t => {
  mockTimers(t)
  const { state, revoke } = watchTestToken()
  state.error = unauthenticated('revoked')
  revoke()
  await pass(0)
  t.same(state.ends, [state.error])
})

t.test('detects the expiry of a token', async t => {
  mockTimers(t)
  const { state } = watchTestToken({ lifetime: 5 * seconds })
  await pass(5 * seconds)
  t.equal(state.asked, 0)
  state.error = unauthenticated('expired')
  await pass(1)
  t.same(state.ends, [state.error])
})

t.test('keeps sessions while the database is unavailable', async t => {
  mockTimers(t)
  const { state } = watchTestToken()
  state.error = unavailable('unavailable')
  await pass(20 * seconds)
  t.equal(state.asked, 2)
  t.same(state.ends, [])
})

t.test('stops watching after the end of the connection', async t => {
  mockTimers(t)
  const { state, stop, listeners } = watchTestToken({ lifetime: 15 * seconds })
  stop()
  await pass(60 * seconds)
  t.equal(state.asked, 0)
  t.equal(listeners.size, 0)
})
