import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { demoAccounts } from '../../src/features/people/auth/registration/demo-accounts.js'
import { minutes, seconds } from '../../src/lib/quantities.js'
import { queryGraphQL, build, logIn } from '../helper.js'
import { visit, windowOf } from './browser.js'

const demo = demoAccounts[0]!
const quarterSecond = seconds / 4

/** Opens GraphiQL of a new service with the demo account. */
async function openGraphiql(t: Test, clock = () => new Date()) {
  const app = await build(t, { settings: { DEMO_ACCOUNTS: 'true' }, clock })
  await app.features.services.registration.createVerifiedAccount(demo)
  for (const { seed } of app.features.modules) await seed?.()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const visitor = await visit(t, `${origin}/graphiql`)
  await visitor.page.locator('.graphiql-query-editor .CodeMirror').waitFor()
  return { ...visitor, app, origin }
}

async function signIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(`${demo.email} (USER)`).waitFor()
}

async function run(page: Page, operation: string): Promise<void> {
  await page.locator('.graphiql-query-editor .CodeMirror').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(operation)
  // GraphiQL reads the editor after a delay; until then it runs the previous operation.
  await page.waitForFunction(
    ({ window, operation }) => window.localStorage.getItem('graphiql:query') === operation,
    { window: await windowOf(page), operation },
  )
  await page.getByRole('button', { name: /^Execute query/ }).click()
}

const result = (page: Page, text: string, timeout?: number) =>
  page.locator('.result-window', { hasText: text }).waitFor(timeout === undefined ? {} : { timeout })

t.test('signs in with the demo account and queries me', async t => {
  const { page, externalRequests, consoleErrors } = await openGraphiql(t)
  await signIn(page)
  await run(page, '{ me { email } }')
  await result(page, `"email": "${demo.email}"`)
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.locator('.graphiql-doc-explorer', { hasText: 'mutation: Mutation' }).waitFor()

  const screenshot = process.env.SCREENSHOT_PATH
  if (screenshot !== undefined) await page.screenshot({ path: screenshot })

  await page.getByRole('button', { name: 'Open settings dialog' }).click()
  await page.getByRole('button', { name: 'Clear data' }).waitFor()
  t.same(externalRequests, [], 'no request leaves the service')
  t.same(consoleErrors, [], 'no error and no violation of the content security policy')
})

t.test('opens tabs that search, save a workout, sync and subscribe', async t => {
  const { page, consoleErrors } = await openGraphiql(t)
  await signIn(page)
  const tabs = page.locator('.graphiql-tab-button')
  t.same(await tabs.allTextContents(), ['Search', 'SaveWorkout', 'Sync', 'Changes'])
  for (const [tab, response] of [
    ['Search', '"totalCount"'],
    ['SaveWorkout', '"version": 1'],
    ['Sync', '"APPLIED"'],
  ] as const) {
    await tabs.filter({ hasText: new RegExp(`^${tab}$`) }).click()
    await page.waitForFunction(
      ({ window, name }) => window.localStorage.getItem('graphiql:query')?.includes(` ${name}(`),
      { window: await windowOf(page), name: tab },
    )
    await page.getByRole('button', { name: /^Execute query/ }).click()
    await result(page, response)
  }
  t.same(consoleErrors, [])
})

t.test('fits the screen of a phone', async t => {
  const { page, consoleErrors } = await openGraphiql(t)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await run(page, '{ me { email } }')
  await result(page, `"email": "${demo.email}"`)
  for (const part of ['.graphiql-editors', '.graphiql-response']) {
    const box = await page.locator(part).boundingBox()
    t.ok(box && box.width > 350 && box.height > 150, `${part} ${JSON.stringify(box)}`)
    t.ok(box && box.x >= 0 && box.x + box.width <= 390, `${part} ${JSON.stringify(box)}`)
  }
  const sidebar = await page.locator('.graphiql-sidebar').boundingBox()
  t.ok(sidebar && sidebar.height < 60, 'the buttons are in one row')
  for (const tab of ['Changes', 'SaveWorkout']) {
    // A click fails if another element covers the tab.
    await page.locator('.graphiql-tab-button', { hasText: tab }).click()
    await page.locator('.graphiql-tab-active', { hasText: tab }).waitFor()
  }
  t.same(consoleErrors, [])
})

t.test('keeps the session after a reload, and ends it after a sign-out', async t => {
  const { page, consoleErrors } = await openGraphiql(t)
  await signIn(page)
  await page.reload()
  await page.getByText(`${demo.email} (USER)`).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await run(page, '{ me { email } }')
  await result(page, 'UNAUTHENTICATED')
  t.same(consoleErrors, [])
})

t.test('reports a wrong password', async t => {
  const { page } = await openGraphiql(t)
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const notice = page.getByRole('alert').filter({ hasText: /\w/ })
  await notice.waitFor()
  t.match(await notice.textContent(), /password/)
  t.ok(await page.getByRole('button', { name: 'Sign in' }).isEnabled())
})

t.test('refreshes an expired access token', async t => {
  let now = Date.now()
  const { page } = await openGraphiql(t, () => new Date(now))
  await signIn(page)
  now += 20 * minutes
  await run(page, '{ me { email } }')
  await result(page, `"email": "${demo.email}"`)
  t.ok(await page.getByText(`${demo.email} (USER)`).isVisible())
})

t.test('subscribes with the access token, and shows the events', async t => {
  const { app, page, consoleErrors, origin } = await openGraphiql(t)
  const { accessToken } = await logIn(app, demo.email, demo.password)
  const headers = { authorization: `Bearer ${accessToken}` }
  const sent: string[] = []
  page.on('websocket', socket => {
    t.equal(socket.url(), `${origin.replace('http', 'ws')}/graphql`)
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  await signIn(page)
  await run(page, 'subscription { accountChanged { name } }')

  // Nothing shows when the subscription has begun, so the account is changed until an event arrives.
  const change = 'mutation ($name: String) { updateProfile(input: { firstName: $name }) { user { name } } }'
  let shown = false
  for (let times = 1; !shown && times <= 40; times++) {
    await queryGraphQL(app, change, { name: `Changed ${times}` }, { headers })
    shown = await result(page, '"name": "Changed', quarterSecond).then(
      () => true,
      () => false,
    )
  }
  t.ok(shown)
  t.match(JSON.parse(sent[0]!), {
    type: 'connection_init',
    payload: { authorization: /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/ },
  })
  t.same(consoleErrors, [])
})
