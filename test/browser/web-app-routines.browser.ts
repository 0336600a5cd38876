import t from 'tap'
import { assertAccessible } from './axe.js'
import { chromiumPath } from './browser.js'
import { desktop, open, phone, signIn, signUp, start, waitForOffline } from './web-app.js'

if (chromiumPath === undefined) t.plan(0, 'Chromium was not found: install it, or set CHROMIUM_PATH')
else
  t.test('edits a routine without a network, and shows it in another window', async t => {
    const { app, browser, address } = await start(t)
    const { page, context, consoleErrors } = await open(browser, address, phone)
    await signUp(app, page)
    await waitForOffline(page)
    await page.goto(`${address}#/routines`)
    await page.getByText('A routine is a workout that you plan once').waitFor()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Create routine' }).click()
    const title = page.getByLabel('Name of the routine')
    await title.fill('Push day')
    for (const name of ['Barbell Bench Press', 'Barbell Deadlift']) {
      await page.getByRole('button', { name: 'Add exercise' }).click()
      await page.getByRole('dialog').getByLabel('Search exercises').fill(name)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .first()
        .click()
    }
    const bench = page.getByRole('region', { name: /^Barbell Bench Press/ })
    await bench.getByLabel('Set 1: kg').fill('80')
    await bench.getByLabel('Set 1: Reps').fill('5-8')
    await bench.getByRole('button', { name: 'Set 3: Remove set' }).click()
    const deadlift = page.getByRole('region', { name: /^Barbell Deadlift/ })
    await deadlift.getByRole('button', { name: /^Options/ }).click()
    await page.getByLabel('Rest after each set').selectOption('90')
    await assertAccessible(t, page, 'options of a planned exercise')
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: 'Superset with the exercise above' }).click()
    await deadlift.getByText('Superset with the exercise above').waitFor()
    await assertAccessible(t, page, 'routine')
    await page.setViewportSize(phone.viewport)

    await page.getByRole('link', { name: 'Routines' }).first().click()
    await page.getByRole('button', { name: 'Create routine' }).click()
    await title.fill('Pull day')
    await page.getByRole('link', { name: 'Routines' }).first().click()
    await page.getByRole('button', { name: 'Pull day: Move up' }).click()
    await page.getByRole('button', { name: 'Pull day: Move up', disabled: true }).waitFor()
    await assertAccessible(t, page, 'routines')
    await page.setViewportSize(phone.viewport)
    await context.setOffline(false)

    const other = await open(browser, address, desktop)
    await signIn(other.page)
    await other.page.goto(`${address}#/routines`)
    await other.page.getByRole('link', { name: /^Push day/ }).click()
    const received = other.page.getByRole('region', { name: /^Barbell Bench Press/ })
    await received.getByLabel('Set 2: kg').waitFor()
    t.equal(await received.getByLabel('Set 1: Reps').inputValue(), '5–8')
    t.equal(await received.getByLabel('Set 3: kg').count(), 0)
    await other.page.getByText('Superset with the exercise above').waitFor()

    await page.getByRole('link', { name: /^Pull day/ }).click()
    await page.getByRole('button', { name: 'Delete routine' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete routine' }).click()
    await page.getByRole('link', { name: /^Pull day/ }).waitFor({ state: 'detached' })
    t.same([...consoleErrors, ...other.consoleErrors], [])
  })
