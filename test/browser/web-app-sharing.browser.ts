import t from 'tap'
import { assertAccessible } from './axe.js'
import { closeDialog, desktop, open, phone, signUp, start } from './web-app.js'

t.test('shares a program, which a guest copies, and revokes the link', async t => {
  const { app, browser, address } = await start(t, { GUESTS_ENABLED: 'true' })
  const { page, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  await page.goto(`${address}#/programs`)
  await page.getByRole('link', { name: /^Body Basics, 3 Days/ }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const url = await page.getByLabel('Link').inputValue()
  await assertAccessible(t, page, 'a link to share')
  const [, token = ''] = /\/s\/(.+)$/.exec(url) ?? []
  t.match((await app.inject(`/s/${token}`)).body, `href="../app/#/shared/${token}"`)
  await closeDialog(page)

  const other = await open(browser, `${address}#/shared/${token}`, desktop)
  await other.page.getByRole('button', { name: 'Try it without an account' }).click()
  await other.page.getByLabel('Kilograms').check()
  await other.page.getByRole('button', { name: 'Start training' }).click()
  await other.page.getByText('shared by ada').waitFor()
  await assertAccessible(t, other.page, 'a shared program')
  await other.page.getByRole('button', { name: 'Copy to my programs' }).click()
  await other.page.waitForURL(/#\/programs\/[0-9a-f]{24}\/edit$/)

  await page.goto(`${address}#/sharing`)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('You have shared nothing yet.').waitFor()
  await assertAccessible(t, page, 'the list of links')
  await other.page.goto(`${address}#/shared/${token}`)
  await other.page.getByRole('alert').waitFor()
  t.same(consoleErrors, [])
})
