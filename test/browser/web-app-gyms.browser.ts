import t from 'tap'
import { assertAccessible } from './axe.js'
import {
  closeDialog,
  desktop,
  logWorkout,
  open,
  phone,
  signIn,
  signUp,
  start,
  waitForOffline,
} from './web-app.js'

t.test('adds a gym without a network, and calculates with its plates', async t => {
  const { app, browser, address } = await start(t)
  const { page, context, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  await waitForOffline(page)
  await page.goto(`${address}#/settings`)
  await page.getByRole('link', { name: 'Gyms' }).click()
  await page.getByText('Add the gym where you train').waitFor()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Add gym' }).click()
  await page.getByRole('button', { name: 'Save gym' }).click()
  await page.getByText('Enter a name for the gym.').waitFor()
  await page.getByLabel('Name of the gym').fill('Garage')
  await page.getByLabel('Bar 1: kg').fill('17.5')
  await page.getByLabel('Plate 1: kg').fill('30')
  await page.getByLabel('Plate 2: how many').fill('0')
  await page.getByRole('button', { name: 'Save gym' }).click()
  await page.getByText('Enter 1 to 100 plates').waitFor()
  await page.getByLabel('Plate 2: how many').fill('2')
  await page.getByLabel('Dumbbells in kg').fill('10 12.5')
  await assertAccessible(t, page, 'editor of a gym')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Save gym' }).click()
  await page.getByRole('link', { name: /^Garage/ }).waitFor()

  await page.goto(`${address}#/`)
  await logWorkout(page, '117.5', '5')
  await page.getByRole('button', { name: 'Plates' }).click()
  const weight = page.getByLabel('Weight in kg')
  await weight.fill('117.5')
  await page.getByText('On each side: 1 × 30, 1 × 20').waitFor()
  await weight.fill('500')
  await page.getByText('On each side: 1 × 30, 1 × 20, 1 × 15, 1 × 10').waitFor()
  await page.getByRole('link', { name: 'With the plates of Garage' }).waitFor()
  await assertAccessible(t, page, 'plates of a gym')
  await page.setViewportSize(phone.viewport)
  await closeDialog(page)
  await context.setOffline(false)

  const other = await open(browser, address, desktop)
  await signIn(other.page)
  await other.page.goto(`${address}#/gyms`)
  await other.page.getByRole('link', { name: /^Garage.*usually train here/ }).click()
  t.equal(await other.page.getByLabel('Dumbbells in kg').inputValue(), '10 12.5')
  t.equal(await other.page.getByLabel('Bar 1: kg').inputValue(), '17.5')
  await other.page.getByRole('button', { name: 'Delete gym' }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete gym' }).click()
  await page.goto(`${address}#/gyms`)
  await page.getByText('Add the gym where you train').waitFor()
  t.same([...consoleErrors, ...other.consoleErrors], [])
})
