import t, { type Test } from 'tap'
import type * as AppClient from '../../src/web/app/data/client.js'
import type * as AppStepUp from '../../src/web/app/data/step-up.js'
import type * as ConsoleSession from '../../src/web/console/session.js'
import type * as StepUp from '../../src/web/shared/step-up.js'
import type { App } from '../../src/app.js'
import type { Fetch } from '../../src/client/index.js'
import { minutes } from '../../src/lib/quantities.js'
import { appFetch } from '../client/app-fetch.js'
import { provideIndexedDb } from '../client/indexed-db.js'
import { consoleBrowser } from '../features/people/admin-console/browser-client.js'
import { manualClock, unlimitedLogins } from '../features/people/auth/requests.js'
import { build, signUp } from '../helper.js'
import { loadWebModule } from './load-web-module.js'

async function start(t: Test) {
  const { clock, advance } = manualClock(new Date('2026-05-02T08:00:00.000Z'))
  const app = await build(t, { settings: unlimitedLogins, clock })
  return { app, expireStepUp: () => advance(10 * minutes) }
}

/** Provides the globals of a page. */
function openPage(t: Test, globals: { location: object; fetch: Fetch; navigator?: object }): void {
  for (const [name, value] of Object.entries(globals))
    t.intercept(globalThis, name as never, { value, configurable: true })
}

/** Sends the requests of the page of the console. @param onResponse called with each response before the page */
function consoleFetch(app: App, onResponse: (content: string) => Promise<void>): Fetch {
  const browser = consoleBrowser(app)
  return async (path, { method, headers, body }) => {
    const { statusCode, body: content } = await browser.send(path, {
      method: method as 'POST',
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
    })
    await onResponse(content)
    return new Response(statusCode === 204 ? null : content, { status: statusCode })
  }
}

/** Counts the responses that arrive. */
function countResponses(fetch: Fetch) {
  let count = 0
  const counted: Fetch = async (url, init) => fetch(url, init).finally(() => count++)
  /** Waits until so many responses have arrived and were handled. */
  const arrived = async (expected: number) => {
    const before = count
    while (count < before + expected) await new Promise(setImmediate)
    for (let turn = 1; turn <= 20; turn++) await new Promise(setImmediate)
  }
  return { counted, arrived }
}

t.test('continues all actions of the console that wait for a step-up', async t => {
  const { app, expireStepUp } = await start(t)
  const [admin, first, second] = [await signUp(app, { role: 'ADMIN' }), await signUp(app), await signUp(app)]
  const { counted, arrived } = countResponses(consoleFetch(app, () => Promise.resolve()))
  openPage(t, { location: { hostname: 'fitness.test' }, fetch: counted })
  const page = await loadWebModule<typeof ConsoleSession & typeof StepUp>('console/session', 'shared/step-up')
  await page.signIn({ email: admin.email, password: admin.password })
  const disable = ({ id }: { id: string }) =>
    page.request(
      'mutation($id: ID!) { setAccountEnabled(input: { id: $id, enabled: false }) { user { enabled } } }',
      { id },
    )
  const both = () => Promise.allSettled([disable(first), disable(second)])

  expireStepUp()
  const canceled = both()
  await arrived(4)
  page.pendingStepUp.value?.cancel()
  const refusal = { status: 'rejected', reason: { code: 'STEP_UP_REQUIRED' } }
  t.match(await canceled, [refusal, refusal])

  const confirmed = both()
  await arrived(4)
  await page.confirmIdentity({ password: admin.password })
  const success = { status: 'fulfilled', value: { setAccountEnabled: { user: { enabled: false } } } }
  t.match(await confirmed, [success, success])
  t.equal(page.pendingStepUp.value, null)
})

t.test('reports the end of the session of the console instead of waiting for a step-up', async t => {
  const { app, expireStepUp } = await start(t)
  const admin = await signUp(app, { role: 'ADMIN' })
  openPage(t, {
    location: { hostname: 'fitness.test' },
    fetch: consoleFetch(app, async content => {
      if (content.includes('STEP_UP_REQUIRED'))
        await app.features.services.sessions.signOutEverywhere(admin.id)
    }),
  })
  const page = await loadWebModule<typeof ConsoleSession & typeof StepUp>('console/session', 'shared/step-up')
  await page.signIn({ email: admin.email, password: admin.password })
  expireStepUp()
  const deletion =
    'mutation($id: ID!) { setAccountEnabled(input: { id: $id, enabled: false }) { user { id } } }'
  await t.rejects(page.request(deletion as never, { id: admin.id }), { code: 'STEP_UP_REQUIRED' })
  t.equal(page.user.value, null)
})

t.test('continues all actions of the web app that wait for a step-up', async t => {
  const { app, expireStepUp } = await start(t)
  const user = await signUp(app)
  provideIndexedDb(t)
  openPage(t, {
    location: { href: 'http://fitness.test/app/#/', hostname: 'fitness.test' },
    fetch: appFetch(app),
    navigator: {
      locks: { request: async (_name: string, _options: object, run: (lock: object) => void) => run({}) },
    },
  })
  const page = await loadWebModule<typeof AppClient & typeof AppStepUp & typeof StepUp>(
    ...['app/data/client', 'app/data/step-up', 'shared/step-up'],
  )
  await page.openClient(() => undefined)
  t.teardown(() => page.storage.close())
  await page.client.signIn(user.email, user.password)
  expireStepUp()
  let refused = 0
  const create = (name: string) =>
    page.withStepUp(async () => {
      try {
        return await page.request(
          'mutation($name: String!) { createPersonalAccessToken(input: { name: $name, scopes: ["profile:read"] }) { token } }',
          { name },
        )
      } catch (error) {
        refused++
        throw error
      }
    })
  const both = () => Promise.allSettled([create('first'), create('second')])
  /** Waits until so many actions were refused, and wait for a step-up. */
  const areRefused = async (count: number) => {
    while (refused < count) await new Promise(setImmediate)
  }
  const canceled = both()
  await areRefused(2)
  page.pendingStepUp.value?.cancel()
  const refusal = { status: 'rejected', reason: { code: 'STEP_UP_REQUIRED' } }
  t.match(await canceled, [refusal, refusal])

  const confirmed = both()
  await areRefused(4)
  await page.stepUp({ password: user.password })
  const success = { status: 'fulfilled', value: { createPersonalAccessToken: { token: /^fit_/ } } }
  t.match(await confirmed, [success, success])
  t.equal(page.pendingStepUp.value, null)
})
