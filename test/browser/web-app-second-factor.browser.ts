import { Secret, TOTP } from 'otpauth'
import t from 'tap'
import { seconds } from '../../src/lib/quantities.js'
import { assertAccessible } from './axe.js'
import { desktop, email, open, password, phone, signUp, start } from './web-app.js'

/** Returns the code of the next time step, which the service accepts: the current one may have been used. */
const nextCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30 * seconds })

t.test('turns two-step sign-in on, and signs in with a code and with a recovery code', async t => {
  const { app, browser, address } = await start(t)
  const { page, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  await assertAccessible(t, page, 'setting up two-step sign-in')
  const secret = (await page.locator('dialog code').textContent())!
  await page.getByLabel('Code from the authenticator app').fill('000000')
  await page.locator('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor()
  const current = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await page.getByLabel('Code from the authenticator app').fill(current)
  await page.locator('dialog').getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  await assertAccessible(t, page, 'recovery codes')
  const [recoveryCode = ''] = await page.locator('.recovery-codes code').allTextContents()
  t.match(recoveryCode, /^\w{5}-\w{5}$/)
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await page.getByText('You have 10 unused recovery codes').waitFor()

  const other = await open(browser, address, desktop)
  const signIn = async () => {
    await other.page.getByLabel('E-mail').fill(email)
    await other.page.getByLabel('Password').fill(password)
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor()
  }
  await signIn()
  await assertAccessible(t, other.page, 'the second step')
  await other.page.getByLabel('Code from the authenticator app').fill(nextCode(secret))
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByRole('heading', { name: 'Hello, ada' }).waitFor()

  await other.page.getByRole('link', { name: 'Settings' }).first().click()
  await other.page.locator('.account').getByRole('button', { name: 'Sign out' }).click()
  await other.page.locator('dialog').getByRole('button', { name: 'Sign out' }).click()
  await signIn()
  await other.page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await other.page.getByLabel('Recovery code').fill(recoveryCode)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.getByText('You have 9 unused recovery codes').waitFor()
  t.same(consoleErrors, [])
})
