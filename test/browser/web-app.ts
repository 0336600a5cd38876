import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Test } from 'tap'
import type { App } from '../../src/app.js'
import { unlimited } from '../graphql/requests.js'
import { build, type Settings } from '../helper.js'
import { actionTimeout, launch, windowOf } from './browser.js'

export const [email, username, password] = ['ada@example.com', 'ada', 'three blue bicycles']
export const phone = { viewport: { width: 390, height: 844 } }
export const desktop = { viewport: { width: 1280, height: 800 } }

interface StartOptions {
  /** 0 for any free one. */
  port?: number
  clock?: () => Date
}

/** Starts a service with the catalogue and a browser. */
export async function start(t: Test, settings: Settings = {}, options: StartOptions = {}) {
  const { port = 0, clock = () => new Date() } = options
  const app = await build(t, { settings: { ...unlimited, ...settings }, clock })
  for (const { seed } of app.features.modules) await seed?.()
  const origin = await app.listen({ host: '127.0.0.1', port })
  const browser = await launch(t)
  return { app, browser, address: `${origin}/app/` }
}

/** Opens the app in a browser with an empty profile. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  context.setDefaultTimeout(actionTimeout)
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', message => {
    // Requests fail while the network is off, and until the address is confirmed.
    const isFailedRequest = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isFailedRequest) consoleErrors.push(message.text())
  })
  page.on('pageerror', error => consoleErrors.push(error.message))
  await page.goto(address)
  return { context, page, consoleErrors }
}

/** Returns the address of the latest mail; the earlier mails must have been counted. */
async function latestMail(app: App, page: Page, earlierMails: number): Promise<string> {
  const { origin } = new URL(page.url())
  // The mail is written after the response.
  for (;;) {
    const mails = (await app.inject('/outbox')).body.match(/outbox\/[^"]+/g) ?? []
    if (mails.length > earlierMails) return `${origin}/${mails[0]}/html`
  }
}

/** Enters the code of the latest mail, and clicks a button. */
export async function enterCode(
  app: App,
  page: Page,
  earlierMails: number,
  button = 'Sign in',
): Promise<void> {
  const opened = await page.context().newPage()
  await opened.goto(await latestMail(app, page, earlierMails))
  const code = await opened.getByText(/^\d{6}$/).textContent()
  await opened.close()
  await page.getByLabel('Code from the mail').fill(code!)
  await page.getByRole('button', { name: button }).click()
}

/** Opens the link of the mail that confirms the address. */
async function confirmAddress(app: App, page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const opened = await page.context().newPage()
  await opened.goto(await latestMail(app, page, 0))
  const link = await opened.getByRole('link', { name: 'Confirm the address' }).getAttribute('href')
  const { pathname, search } = new URL(link!)
  await opened.goto(`${origin}${pathname}${search}`)
  await opened.getByRole('button', { name: 'Confirm' }).click()
  await opened.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()
  await opened.close()
}

export async function signUp(app: App, page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
  await confirmAddress(app, page)
  await page.getByRole('button', { name: 'I have confirmed it' }).click()
  await page.getByLabel('Kilograms').check()
  await page.getByRole('button', { name: 'Start training' }).click()
  await page.getByRole('heading', { name: 'Hello, ada' }).waitFor()
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Hello, ada' }).waitFor()
}

/** Starts a service, and opens the app on a phone with a new account. The app and the catalogue are on the device. */
export async function startSignedUp(t: Test) {
  const { app, browser, address } = await start(t)
  const opened = await open(browser, address, phone)
  await signUp(app, opened.page)
  await waitForOffline(opened.page)
  return { app, browser, address, ...opened }
}

/** Waits until the app and the catalogue are on the device. */
export async function waitForOffline(page: Page): Promise<void> {
  const window = await windowOf(page)
  await window.evaluate(({ navigator }) => navigator.serviceWorker.ready.then(() => true))
  await page.goto(page.url().replace(/#.*|$/, '#/exercises'))
  await page.getByRole('link', { name: /^Barbell Bench Press/ }).waitFor()
  await page.goto(page.url().replace(/#.*/, '#/'))
}

/** Logs a set of an exercise in a new workout. */
export async function logWorkout(page: Page, load: string, reps: string): Promise<void> {
  await page.getByRole('button', { name: 'Start workout' }).click()
  await page.getByRole('button', { name: 'Add exercise' }).click()
  await page.getByLabel('Search exercises').fill('barbell bench press')
  await page.getByRole('button', { name: /^Barbell Bench Press/ }).click()
  await page.getByLabel('Set 1: kg').fill(load)
  await page.getByLabel('Set 1: Reps').fill(reps)
  await page.getByRole('button', { name: 'Set 1: done' }).click()
  await page.getByRole('button', { name: 'Set 1: done', pressed: true }).waitFor()
}

/** Chooses an option of a set, such as another type, in the sheet that the button with its type opens. */
export async function chooseSetOption(exercise: Page | Locator, set: string, option: string): Promise<void> {
  await exercise.getByRole('button', { name: new RegExp(`^${set}: (?!done)`) }).click()
  await exercise.getByRole('dialog', { name: set }).getByRole('button', { name: option }).click()
  await exercise.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export async function finishWorkout(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('heading', { name: 'Well done!' }).waitFor()
}

export const workoutRow = (page: Page) => page.getByRole('link', { name: /Barbell Bench Press/ })
