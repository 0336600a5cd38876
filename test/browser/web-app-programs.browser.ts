import t from 'tap'
import { assertAccessible } from './axe.js'
import { chromiumPath } from './browser.js'
import { open, phone, signUp, start, waitForOffline } from './web-app.js'

if (chromiumPath === undefined) t.plan(0, 'Chromium was not found: install it, or set CHROMIUM_PATH')
else
  t.test('creates a program, enrolls in it with a starting load, copies one and deletes it', async t => {
    const { app, browser, address } = await start(t)
    const { page, consoleErrors } = await open(browser, address, phone)
    await signUp(app, page)
    await waitForOffline(page)
    await page.goto(`${address}#/programs`)
    await page.getByRole('link', { name: 'Create program' }).click()
    await page.getByLabel('Name of the program').fill('Two lifts')
    await page.getByRole('button', { name: 'Add exercise' }).click()
    await page.getByRole('dialog').getByLabel('Search exercises').fill('barbell bench press')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Barbell Bench Press/ })
      .click()
    const bench = page.getByRole('region', { name: /^Barbell Bench Press/ })
    await bench.getByLabel('Set 1: Reps').fill('5')
    await bench.getByRole('button', { name: /^Options/ }).click()
    await page.getByLabel('Progression').selectOption('DOUBLE')
    await page.getByLabel('Highest target').fill('10')
    await assertAccessible(t, page, 'progression')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Copy week' }).click()
    await page.getByRole('switch', { name: 'Deload week' }).check()
    await assertAccessible(t, page, 'program editor')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: 'Save program' }).click()

    await page.getByRole('heading', { name: 'Two lifts' }).waitFor()
    await page.getByText('2 weeks').waitFor()
    await page.getByRole('button', { name: 'Start this program' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Barbell Bench Press/).fill('72.5')
    await assertAccessible(t, page, 'starting loads')
    await page.setViewportSize(phone.viewport)
    await dialog.getByRole('button', { name: 'Start this program' }).click()
    await page.getByText('Week 1').waitFor()

    await page.goto(`${address}#/programs`)
    await page.getByRole('heading', { name: 'My programs' }).waitFor()
    await page.locator('section', { hasText: 'For you' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Copy and change' }).click()
    await page.getByRole('button', { name: 'Delete program' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete program' }).click()
    await page.getByRole('link', { name: /^Two lifts/ }).waitFor()
    t.same(consoleErrors, [])
  })
