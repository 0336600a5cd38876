import type { BrowserContext, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { minutes } from '../../src/lib/quantities.js'
import { startProvider } from '../features/people/auth/openid/provider.js'
import { freePort } from '../free-port.js'
import { assertAccessible } from './axe.js'
import {
  closeDialog,
  desktop,
  email,
  enterCode,
  finishWorkout,
  logWorkout,
  open,
  password,
  phone,
  signUp,
  start,
  startSignedUp,
  workoutRow,
} from './web-app.js'

/** Starts a service with a provider and guests at an address with a name, for which passkeys exist. */
async function startAtName(t: Test) {
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  const { settings } = await startProvider(t, {}, publicUrl)
  const all = { ...settings, PUBLIC_URL: publicUrl, GUESTS_ENABLED: 'true' }
  const { app, browser } = await start(t, all, { port })
  return { app, browser, address: `${publicUrl}/app/` }
}

async function beginTraining(page: Page): Promise<void> {
  await page.getByLabel('Kilograms').check()
  await page.getByRole('button', { name: 'Start training' }).click()
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
}

const openSettings = (page: Page) => page.getByRole('link', { name: 'Settings' }).first().click()

async function signOut(page: Page): Promise<void> {
  await page.locator('.account').getByRole('button', { name: 'Sign out' }).click()
  await page.locator('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
}

/** Enters a name on the pages of the provider, and agrees. */
async function agree(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Gives the page a virtual authenticator, which accepts everything. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devTools = await context.newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

t.test('trains as a guest, and keeps the training under an address', async t => {
  const { app, browser, address } = await startAtName(t)
  const { page, consoleErrors } = await open(browser, address, phone)
  await page.getByRole('button', { name: 'Try it without an account' }).waitFor()
  await assertAccessible(t, page, 'the ways to sign in')
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor()
  await beginTraining(page)
  await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
  await logWorkout(page, '60', '8')
  await finishWorkout(page)
  await openSettings(page)
  await page.locator('.account').getByText('Without an account').waitFor()
  const secondFactor = page.getByRole('heading', { name: 'Two-step sign-in' })
  const developers = page.getByRole('link', { name: 'Apps and services' })
  t.same([await secondFactor.count(), await developers.count()], [0, 0])
  t.notMatch(await page.locator('.account').textContent(), /guest-/)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('First name').blur()
  await page.locator('.account').getByText('Grace').waitFor()
  await assertAccessible(t, page, 'the settings of a guest')
  await page.locator('.account').getByRole('button', { name: 'Sign out' }).click()
  await page.locator('dialog').getByText('Once you sign out, it is lost.').waitFor()
  await closeDialog(page)
  await page.getByLabel('E-mail').fill('guest@example.com')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await enterCode(app, page, 0, 'Keep my training')
  await page.locator('.account').getByText('guest@example.com').waitFor()
  await secondFactor.waitFor()
  await developers.waitFor()
  await signOut(page)
  await page.getByLabel('E-mail').fill('guest@example.com')
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await enterCode(app, page, 1)
  await page.locator('.account').getByText('Grace').waitFor()
  await page.getByRole('link', { name: 'History' }).first().click()
  await workoutRow(page).waitFor()
  t.same(consoleErrors, [])
})

t.test('deletes the training of a guest immediately', async t => {
  const { app, browser, address } = await start(t, { GUESTS_ENABLED: 'true' })
  const { page, consoleErrors } = await open(browser, address, phone)
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await beginTraining(page)
  const countGuests = async () => {
    const { edges } = await app.features.services.account.list({}, {})
    return edges.filter(({ node }) => node.isGuest).length
  }
  t.equal(await countGuests(), 1)
  await openSettings(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('cannot be restored').waitFor()
  await assertAccessible(t, page, 'the deletion of a guest')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('button', { name: 'Try it without an account' }).waitFor()
  t.equal(await countGuests(), 0)
  t.same(consoleErrors, [])
})

t.test('offers no registration while it is closed', async t => {
  for (const REGISTRATION_ENABLED of ['true', 'false']) {
    const { browser, address } = await start(t, { GUESTS_ENABLED: 'true', REGISTRATION_ENABLED })
    const { page, consoleErrors } = await open(browser, address, phone)
    const methods = page.waitForResponse('**/auth/sign-in-methods')
    await page.reload()
    await methods
    await page.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor()
    const isClosed = REGISTRATION_ENABLED === 'false'
    const state = isClosed ? 'detached' : 'visible'
    await page.getByRole('button', { name: 'Create account' }).waitFor({ state })
    await page.getByRole('button', { name: 'Try it without an account' }).waitFor({ state })
    t.same(consoleErrors, [])
  }
})

t.test('changes the password, and signs in with the new one', async t => {
  const { page, consoleErrors } = await startSignedUp(t)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  await assertAccessible(t, page, 'change of the password')
  await page.setViewportSize(phone.viewport)
  const change = async (current: string, replacement: string) => {
    await dialog.getByLabel('Current password').fill(current)
    await dialog.getByLabel('New password').fill(replacement)
    await dialog.getByRole('button', { name: 'Change password' }).click()
  }
  await change('four red bicycles', 'five green bicycles')
  await dialog.getByText('The password is wrong.').waitFor()
  await change(password, 'password1')
  await dialog.getByText('This password is too easy to guess.').waitFor()
  await change(password, 'five green bicycles')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('The e-mail address or the password is wrong.').waitFor()
  await page.getByLabel('Password').fill('five green bicycles')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation').waitFor()
  t.same(consoleErrors, [])
})

t.test('confirms an action with a mailed code if the account has no password', async t => {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const { app, browser, address } = await start(t, { GUESTS_ENABLED: 'true' }, { clock })
  const { page, consoleErrors } = await open(browser, address, phone)
  await page.getByRole('button', { name: 'Try it without an account' }).click()
  await beginTraining(page)
  await openSettings(page)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await enterCode(app, page, 0, 'Keep my training')
  await page.locator('.account').getByText(email).waitFor()

  ahead = 11 * minutes
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
  await page.keyboard.press('Escape')
  await closeDialog(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await sheet.getByText(`a code, which we send to ${email}`).waitFor()
  await assertAccessible(t, page, 'a step-up with a mailed code')
  const mails = (await app.inject('/outbox')).body.match(/outbox\/[^"]+/g) ?? []
  await sheet.getByRole('button', { name: 'Send me a code' }).click()
  await enterCode(app, page, mails.length, 'Confirm')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  t.same(consoleErrors, [])
})

t.test('adds a passkey, signs in with it, and removes it', async t => {
  const { app, browser, address } = await startAtName(t)
  const { page, context, consoleErrors } = await open(browser, address, desktop)
  await addAuthenticator(context, page)
  await signUp(app, page)
  await openSettings(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const remove = page.getByRole('button', { name: /^Remove the passkey / })
  await remove.waitFor()
  await assertAccessible(t, page, 'the settings with a passkey')
  await page.getByRole('button', { name: /^Rename the passkey / }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await remove.click()
  await page.getByText('Sign in with your fingerprint').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  t.same(consoleErrors, [])
})

t.test('signs in with a provider, and unlinks it', async t => {
  const { browser, address } = await startAtName(t)
  const { page, consoleErrors } = await open(browser, address, desktop)
  await page.getByRole('button', { name: 'Continue with Test' }).click()
  await agree(page, 'bob')
  await beginTraining(page)
  await openSettings(page)
  await page.getByText('bob@example.com').first().waitFor()
  await page.getByRole('button', { name: 'Unlink Test' }).click()
  await page.getByRole('button', { name: 'Unlink Test' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Link Test' }).click()
  await page.getByRole('button', { name: 'Unlink Test' }).waitFor()
  t.same(consoleErrors, [])
})

t.test('asks the owner of an account before it links an identity', async t => {
  const { app, browser, address } = await startAtName(t)
  const { page } = await open(browser, address, phone)
  await signUp(app, page)
  const other = await open(browser, address, phone)
  await other.page.getByRole('button', { name: 'Continue with Test' }).click()
  const [name = ''] = email.split('@')
  await agree(other.page, name)
  await other.page.getByRole('heading', { name: 'You already have an account' }).waitFor()
  await assertAccessible(t, other.page, 'linking an account')
  await other.page.getByLabel('Password').fill('wrong')
  await other.page.getByRole('button', { name: 'Link and sign in' }).click()
  await other.page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  await other.page.getByLabel('Password').fill(password)
  await other.page.getByRole('button', { name: 'Link and sign in' }).click()
  await other.page.getByRole('heading', { name: 'Hello, ada' }).waitFor()
})

t.test('signs an administrator in to the console with a passkey of the web app', async t => {
  const { app, browser, address } = await startAtName(t)
  const { page, context, consoleErrors } = await open(browser, address, desktop)
  await addAuthenticator(context, page)
  await signUp(app, page)
  await openSettings(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Remove the passkey / }).waitFor()
  const { account } = app.features.services
  await account.promote((await account.findByEmail(email))!.account.id)
  await page.goto(address.replace('/app/', '/console/'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  await assertAccessible(t, page, 'the sign-in of the console')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  t.same(consoleErrors, [])
})
