import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { demoAccounts } from '../../src/features/people/auth/registration/demo-accounts.js'
import { build } from '../helper.js'
import { horizontalOverflow, visit, windowOf } from './browser.js'

const demo = demoAccounts[0]!

/** Opens an address of a new service with the demo account. */
async function open(t: Test, address: string) {
  const app = await build(t, { settings: { DEMO_ACCOUNTS: 'true' } })
  await app.features.services.registration.createVerifiedAccount(demo)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { ...(await visit(t, origin + address)), app, origin }
}

const phoneScreen = { viewport: { width: 390, height: 844 } }

/** Returns the number of pixels by which the page is wider than a phone screen. */
async function overflowOnPhone(page: Page): Promise<number> {
  await page.setViewportSize(phoneScreen.viewport)
  return horizontalOverflow(page)
}

t.test('links the home page to a mail in the outbox, and the mail to its confirmation page', async t => {
  const { page, externalRequests, consoleErrors, app, origin } = await open(t, '/')
  t.equal(await overflowOnPhone(page), 0)
  await app.inject({
    method: 'POST',
    url: '/auth/register',
    payload: { email: 'ada@example.com', username: 'ada', password: 'three blue bicycles' },
  })
  await page.getByRole('link', { name: 'Outbox' }).click()
  t.equal(await overflowOnPhone(page), 0)
  // The mail is written after the response.
  while ((await page.getByRole('link', { name: 'Confirm your e-mail' }).count()) === 0) await page.reload()
  await page.getByRole('link', { name: 'Confirm your e-mail' }).click()
  t.equal(await overflowOnPhone(page), 0, 'wraps long links')
  await page.getByRole('link', { name: 'HTML version' }).click()
  const button = page.getByRole('link', { name: 'Confirm the address' })
  t.equal(await overflowOnPhone(page), 0)
  const link = new URL((await button.getAttribute('href'))!)

  await page.goto(`${origin}${link.pathname}${link.search}`)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
  t.equal(await overflowOnPhone(page), 0)
  t.same(consoleErrors, [], 'no violation of the content security policy')
  t.same(externalRequests, [], 'no request leaves the service')
})

t.test('shows the checkbox of the deletion page beside its label', async t => {
  const { page, app, origin } = await open(t, '/account/delete')
  await page.getByRole('textbox').fill(demo.email)
  await page.getByRole('button').click()
  while (!(await app.inject('/outbox')).body.includes('outbox/'));
  await page.goto(`${origin}/outbox`)
  await page.locator('main li a').first().click()
  const link = await page.locator('a[href*="/account/delete"]').first().getAttribute('href')
  const { pathname, search } = new URL(link!)
  await page.goto(`${origin}${pathname}${search}`)
  t.equal(await overflowOnPhone(page), 0)
  const [checkbox, label] = [
    await page.getByRole('checkbox').boundingBox(),
    await page.locator('.choice span').boundingBox(),
  ]
  t.ok(checkbox!.x + checkbox!.width <= label!.x, 'the checkbox is to the left of the label')
  t.ok(
    checkbox!.y >= label!.y && checkbox!.y < label!.y + 24,
    'the checkbox is on the first line of the label',
  )
  t.ok(checkbox!.width < 40)
})

t.test('shows mails without horizontal scrolling on a phone', async t => {
  const { page, app, origin } = await open(t, '/')
  const payload = { email: 'ada@example.com', username: 'ada', password: 'three blue bicycles' }
  await app.inject({ method: 'POST', url: '/auth/register', payload })
  let mail: string | undefined
  while (mail === undefined) mail = /outbox\/[^"]+/.exec((await app.inject('/outbox')).body)?.[0]
  const phone = await page
    .context()
    .browser()!
    .newContext({ ...phoneScreen, isMobile: true })
  const preview = await phone.newPage()
  await preview.goto(`${origin}/${mail}/html`)
  const width = await (await windowOf(preview)).evaluate(({ innerWidth }) => innerWidth)
  t.equal(width, phoneScreen.viewport.width, 'the mail fits the width of the screen')
  t.equal(await overflowOnPhone(preview), 0)
})

t.test('sends requests from the REST reference after a login', async t => {
  const { page, externalRequests, consoleErrors } = await open(t, '/docs')
  const body = async (name: RegExp) => {
    await page.getByRole('button', { name }).click()
    return page.locator('.opblock.is-open')
  }
  const login = await body(/POST.*\/auth\/login/)
  await login
    .locator('textarea')
    .first()
    .fill(JSON.stringify({ email: demo.email, password: demo.password }))
  await login.getByRole('button', { name: 'Execute' }).click()
  await login.locator('.live-responses-table', { hasText: 'accessToken' }).waitFor()
  await page.getByRole('button', { name: /POST.*\/auth\/login/ }).click()

  const profile = await body(/GET.*\/auth\/profile/)
  await profile.getByRole('button', { name: 'Execute' }).click()
  await profile.locator('.live-responses-table', { hasText: demo.email }).waitFor()
  t.equal(await overflowOnPhone(page), 0)
  t.same(consoleErrors, [], 'no error and no violation of the content security policy')
  t.same(externalRequests, [], 'no request leaves the service')
})

t.test('signs in with a demo account in the Authorize dialog of the REST reference', async t => {
  const { page, externalRequests, consoleErrors } = await open(t, '/docs')
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.getByRole('button', { name: `Sign in as ${demo.email} (USER)` }).click()
  await page.locator('.auth-container', { hasText: 'Authorized' }).waitFor()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /GET.*\/auth\/profile/ }).click()
  const profile = page.locator('.opblock.is-open')
  await profile.getByRole('button', { name: 'Execute' }).click()
  await profile.locator('.live-responses-table', { hasText: demo.email }).waitFor()
  t.same(consoleErrors, [], 'no error and no violation of the content security policy')
  t.same(externalRequests, [], 'no request leaves the service')
})
