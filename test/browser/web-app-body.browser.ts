import t from 'tap'
import { assertAccessible } from './axe.js'
import {
  desktop,
  finishWorkout,
  logWorkout,
  open,
  phone,
  signIn,
  signUp,
  start,
  waitForOffline,
} from './web-app.js'

t.test('enters body measurements after a consent, reaches a goal, and shows the calendar', async t => {
  const { app, browser, address } = await start(t)
  const { page, context, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  await waitForOffline(page)
  await page.goto(`${address}#/goals`)
  await page.getByText('A goal shows how far you have come').waitFor()
  await page.goto(`${address}#/measurements`)
  await page.getByText('Your body measurements are personal').waitFor()
  await assertAccessible(t, page, 'question for a consent')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Allow' }).click()
  const weight = page.getByLabel('Weight (kg)')
  await weight.fill('5')
  await page.getByRole('button', { name: 'Save measurement' }).click()
  await page.getByText('Enter a number from 20 to 650 kg.').waitFor()
  await context.setOffline(true)
  for (const [value, date] of [
    ['82', '2026-01-01'],
    ['80,5', '2026-01-08'],
    ['80', '2026-01-08'],
  ] as const) {
    await weight.fill(value)
    await page.getByLabel('Date').fill(date)
    await page.getByRole('button', { name: 'Save measurement' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${value.replace(',', '.')} kg` })
      .waitFor()
  }
  t.equal(await page.getByRole('listitem').filter({ hasText: ' kg' }).count(), 2, 'a day has one weight')
  await page.getByRole('figure').locator('canvas').waitFor()
  await assertAccessible(t, page, 'body weight')
  await page.setViewportSize(phone.viewport)
  await page.getByLabel('What did you measure?').selectOption('Waist')
  await page.getByRole('figure').waitFor({ state: 'detached' })
  const waist = page.getByLabel('Waist (cm)')
  await waist.fill('4')
  await page.getByRole('button', { name: 'Save measurement' }).click()
  await page.getByText('Enter a number from 5 to 300 cm.').waitFor()
  for (const [value, date] of [
    ['84', '2026-01-01'],
    ['82,5', '2026-01-08'],
  ] as const) {
    await waist.fill(value)
    await page.getByLabel('Date').fill(date)
    await page.getByRole('button', { name: 'Save measurement' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: `${value.replace(',', '.')} cm` })
      .waitFor()
  }
  await page.getByRole('figure').locator('canvas').waitFor()
  await page.getByLabel('What did you measure?').selectOption('Body fat')
  await page.getByLabel('Body fat (%)').fill('18')
  await page.getByRole('button', { name: 'Save measurement' }).click()
  await page.getByRole('listitem').filter({ hasText: '18 %' }).waitFor()
  await assertAccessible(t, page, 'body fat')
  await page.setViewportSize(phone.viewport)

  await page.goto(`${address}#/goals`)
  await page.getByRole('button', { name: 'Set a goal' }).click()
  await page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByText('Choose an exercise first.').waitFor()
  await assertAccessible(t, page, 'new goal')
  await page.setViewportSize(phone.viewport)
  await page.getByLabel('What do you want to reach?').selectOption('LOAD')
  await page.getByRole('button', { name: 'Choose an exercise' }).click()
  await page.getByLabel('Search exercises').fill('barbell bench press')
  await page
    .getByRole('button', { name: /^Barbell Bench Press/ })
    .first()
    .click()
  await page.getByLabel('Target in kg').fill('60')
  await page.getByLabel('Reps').fill('5')
  await page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByRole('progressbar', { name: 'Barbell Bench Press: 60 kg × 5' }).waitFor()
  await page.getByRole('button', { name: 'Set a goal' }).click()
  await page.getByLabel('What do you want to reach?').selectOption('BODY_WEIGHT')
  await page.getByLabel('Target in kg').fill('75')
  await page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByRole('progressbar', { name: 'Body weight 75 kg' }).waitFor()
  await page.getByRole('button', { name: 'Body weight 75 kg: Edit goal' }).click()
  t.equal(await page.getByLabel('Target in kg').inputValue(), '75')
  await page.getByLabel('Until').fill('2020-01-01')
  await page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByText('Choose a last day from today on').waitFor()
  await page.getByLabel('Until').fill('')
  await page.getByLabel('Target in kg').fill('72.5')
  await assertAccessible(t, page, 'editor of a goal')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByRole('progressbar', { name: 'Body weight 72.5 kg' }).waitFor()
  t.equal(await page.getByRole('progressbar').count(), 2, 'the goal is replaced')
  await context.setOffline(false)

  await page.goto(`${address}#/`)
  await logWorkout(page, '60', '5')
  await finishWorkout(page)
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Achieved' }).waitFor()
  await page.goto(`${address}#/goals`)
  await page.getByRole('heading', { name: 'Achieved' }).waitFor()
  await assertAccessible(t, page, 'goals')
  await page.setViewportSize(phone.viewport)
  const other = await open(browser, address, desktop)
  await signIn(other.page)
  await other.page.goto(`${address}#/goals`)
  await other.page.getByRole('button', { name: 'Body weight 72.5 kg: Edit goal' }).click()
  await other.page.getByLabel('Target in kg').fill('70')
  await other.page.getByRole('button', { name: 'Save goal' }).click()
  await page.getByRole('button', { name: 'Body weight 70 kg: Abandon goal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Abandon goal' }).click()
  await page.getByRole('progressbar', { name: 'Body weight 70 kg' }).waitFor({ state: 'detached' })

  await other.page.goto(`${address}#/measurements`)
  await other.page.getByRole('listitem').filter({ hasText: '82 kg' }).waitFor()
  await other.page.getByRole('button', { name: 'Jan 1, 2026: Delete measurement' }).click()
  await page.goto(`${address}#/measurements`)
  await page.getByRole('listitem').filter({ hasText: '82 kg' }).waitFor({ state: 'detached' })
  await other.page.getByLabel('What did you measure?').selectOption('Waist')
  await other.page.getByRole('listitem').filter({ hasText: '84 cm' }).waitFor()
  await other.page.goto(`${address}#/settings`)
  await other.page.getByLabel('Pounds').check()
  await other.page.goto(`${address}#/measurements`)
  await other.page.getByLabel('What did you measure?').selectOption('Waist')
  await other.page.getByRole('listitem').filter({ hasText: '33.1 in' }).waitFor()

  await page.goto(`${address}#/history`)
  await page.getByRole('link', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: /: trained$/, pressed: true }).waitFor()
  await page.getByRole('link', { name: /Barbell Bench Press/ }).waitFor()
  await assertAccessible(t, page, 'calendar')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Next month' }).click()
  await page
    .getByRole('button', { name: /: no workout$/ })
    .last()
    .click()
  await page.getByText('No workout on this day.').waitFor()
  await page.goto(`${address}#/progress`)
  await page.getByRole('progressbar', { name: 'Barbell Bench Press: 60 kg × 5' }).waitFor()
  t.same([...consoleErrors, ...other.consoleErrors], [])
})
