import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { queryGraphQL } from '../helper.js'
import { assertAccessible } from './axe.js'
import { closeDialog, open, phone, signUp, start } from './web-app.js'

t.test('creates and revokes a personal access token, and saves and tests a webhook', async t => {
  const receiver = createServer((request, response) => {
    request.resume()
    response.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.teardown(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const { app, browser, address } = await start(t, { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' })
  const { page, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const [above, below] = await Promise.all(
    ['Shared links', 'Apps and services'].map(name => page.getByRole('link', { name }).boundingBox()),
  )
  t.ok(below!.y > above!.y + above!.height, 'the buttons of the account do not touch')
  await page.getByRole('link', { name: 'Apps and services' }).click()
  await page.getByRole('button', { name: 'Create a token' }).click()
  await page.getByLabel('Name').fill('Spreadsheet')
  await page.getByLabel('workouts:read').check()
  await assertAccessible(t, page, 'creating a token')
  await page.getByRole('dialog').getByRole('button', { name: 'Create a token' }).click()
  const token = (await page.getByRole('dialog').locator('.secret code').textContent())!
  t.match(token, /^fit_[\w-]{43}$/)
  const user = { headers: { authorization: `Bearer ${token}` } }
  const workouts = '{ workouts(first: 1) { edges { node { id } } } }'
  t.same((await queryGraphQL(app, workouts, {}, user)).data, { workouts: { edges: [] } })
  await closeDialog(page)
  await page.getByText('workouts:read').waitFor()
  await page.getByRole('button', { name: 'Revoke the token Spreadsheet' }).click()
  await page.getByRole('button', { name: 'Revoke the token Spreadsheet' }).waitFor({ state: 'detached' })
  t.match((await queryGraphQL(app, workouts, {}, user)).errors, [{ extensions: { code: 'UNAUTHENTICATED' } }])

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('A personal record was set').check()
  await assertAccessible(t, page, 'adding a webhook')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  t.match(await page.getByRole('dialog').locator('.secret code').textContent(), /^whsec_/)
  await closeDialog(page)
  await page.getByRole('button', { name: 'Send a test' }).click()
  await app.features.services.webhooks.deliverDue()
  await page.reload()
  await page.getByText('delivered (200)').waitFor()
  await assertAccessible(t, page, 'a webhook with its deliveries')
  const replayed = once(receiver, 'request')
  await page.getByRole('button', { name: 'Send again: Test' }).click()
  await replayed
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: url }).waitFor({ state: 'detached' })
  t.same(consoleErrors, [])
})
