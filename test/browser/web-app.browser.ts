import type { Page } from 'playwright-core'
import t from 'tap'
import { accessibilityViolations, assertAccessible } from './axe.js'
import { horizontalOverflow, windowOf } from './browser.js'
import {
  chooseSetOption,
  closeDialog,
  desktop,
  email,
  enterCode,
  finishWorkout,
  logWorkout,
  open,
  password,
  phone,
  signIn,
  signUp,
  start,
  startSignedUp,
  username,
  waitForOffline,
  workoutRow,
} from './web-app.js'

/** Refuses the next request to an address, as the service does after too many requests. */
const refuseOnce = (page: Page, url: string) =>
  page.route(
    url,
    route =>
      route.fulfill({
        ...{ status: 429, headers: { 'retry-after': '90' } },
        json: { code: 'RATE_LIMITED', message: 'Too many requests.' },
      }),
    { times: 1 },
  )

t.test('sends a workout that was logged without a network, and shows it in another window', async t => {
  const { app, browser, address } = await start(t)
  const { page, context, consoleErrors } = await open(browser, address, phone)
  await signUp(app, page)
  const other = await open(browser, address, desktop)
  await signIn(other.page)
  await other.page.getByRole('link', { name: 'History' }).click()
  await other.page.getByText('You have not finished a workout yet.').waitFor()

  await waitForOffline(page)
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await logWorkout(page, '82.5', '5')
  await page.getByRole('region', { name: 'Rest' }).waitFor()
  await finishWorkout(page)
  await page.reload()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await workoutRow(page).getByText('Waits to be sent').waitFor({ state: 'attached' })
  t.equal(await workoutRow(other.page).count(), 0)

  await context.setOffline(false)
  await workoutRow(other.page).waitFor()
  await workoutRow(other.page).click()
  await other.page.getByText('82.5 kg × 5').waitFor()
  await page.getByText('Waits to be sent').waitFor({ state: 'detached' })
  t.same(consoleErrors, [], 'no error and no violation of the content security policy')
  t.same(other.consoleErrors, [])
})

t.test('shares the session and the workout in progress with a second window of the browser', async t => {
  const { address, page, context } = await startSignedUp(t)
  const second = await context.newPage()
  await second.goto(address)
  await second.getByRole('heading', { name: 'Hello, ada' }).waitFor()
  await logWorkout(page, '60', '8')
  await second.getByText('Workout in progress').click()
  await second.getByRole('button', { name: 'Set 1: done', pressed: true }).waitFor()
  await second.getByRole('button', { name: 'Add set' }).click()
  await page.getByLabel('Set 2: kg').waitFor()
})

t.test('sends what a closed window did not send, and shows what the service refused', async t => {
  const { browser, address, page, context } = await startSignedUp(t)
  const second = await context.newPage()
  await second.goto(address)
  await second.getByRole('heading', { name: 'Hello, ada' }).waitFor()
  await waitForOffline(second)
  await context.setOffline(true)
  await second.getByText('Offline.').waitFor()
  await logWorkout(second, '70', '5')
  await finishWorkout(second)
  await second.getByRole('link', { name: 'Done' }).click()
  await logWorkout(second, '60', '8')
  await second.close()

  // Only one workout can be in progress.
  const other = await open(browser, address, desktop)
  await signIn(other.page)
  await waitForOffline(other.page)
  await logWorkout(other.page, '50', '10')
  await context.setOffline(false)
  await page.reload()
  const refusal = page.getByText('Another workout is in progress on another device.')
  await refusal.waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await workoutRow(page).getByText('350 kg').waitFor()

  await page.reload()
  await refusal.waitFor()
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  await refusal.waitFor({ state: 'detached' })
  await page.reload()
  await workoutRow(page).waitFor()
  await page.getByText('Workout in progress').waitFor()
  t.equal(await refusal.count(), 0)
})

t.test('keeps what was not sent when the session ends, until the user signs in again', async t => {
  const { app, address, page, context } = await startSignedUp(t)
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await logWorkout(page, '70', '5')
  await finishWorkout(page)
  const { sessions, account } = app.features.services
  await sessions.signOutEverywhere((await account.findByEmail(email))!.account.id)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  await page.goto(address)
  await signIn(page)
  await workoutRow(page).waitFor()
  await page.getByText('Waits to be sent').waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  await page.goto(address)
  await signIn(page)
  await workoutRow(page).waitFor()
})

t.test('celebrates a record, and shows what was done before', async t => {
  const { page } = await startSignedUp(t)
  await logWorkout(page, '80', '5')
  await finishWorkout(page)
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Start workout' }).click()
  await page.getByRole('button', { name: 'Add exercise' }).click()
  await page.getByLabel('Search exercises').fill('barbell bench press')
  await page.getByRole('button', { name: /^Barbell Bench Press/ }).click()
  await page.getByRole('cell', { name: '80 × 5' }).waitFor()
  await page.getByLabel('Set 1: kg').fill('85')
  await page.getByRole('button', { name: 'Plates' }).click()
  await page.getByText('On each side: 1 × 25, 1 × 5, 1 × 2.5').waitFor()
  await closeDialog(page)
  await page.getByRole('button', { name: 'Set 1: done' }).click()
  await page.getByText(/New record! Barbell Bench Press/).waitFor()
  t.equal(await page.getByLabel('Set 1: Reps').inputValue(), '5', 'takes the repetitions of the last time')
})

t.test('edits a finished workout without a network, and shows the changes in another window', async t => {
  const { browser, address, page, context } = await startSignedUp(t)
  await logWorkout(page, '80', '5')
  await finishWorkout(page)
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await page.getByRole('link', { name: 'Show the workout' }).click()
  await page.getByRole('link', { name: 'Edit workout' }).click()
  await page.getByLabel('Name of the workout').fill('Push day')
  await page.getByLabel('Set 1: kg').fill('90')
  await page.getByRole('button', { name: 'Set 1: Working set' }).waitFor()
  await page.getByRole('button', { name: 'Add set' }).click()
  await page.getByLabel('Set 2: kg').fill('70')
  await chooseSetOption(page, 'Set 2', 'Drop set')
  await page.getByRole('button', { name: 'Set 2: Drop set' }).waitFor()
  await page.getByRole('button', { name: 'Set 2: done' }).click()
  await page.getByRole('button', { name: 'Set 2: done', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Add set' }).click()
  t.equal(await page.getByRole('region', { name: 'Rest' }).count(), 0)
  await page.getByLabel('Notes').first().fill('Felt strong')
  await assertAccessible(t, page, 'editor of a workout')
  await page.setViewportSize(phone.viewport)
  await page.getByRole('button', { name: 'Done', exact: true }).click()

  await page.getByRole('heading', { name: 'Push day' }).waitFor()
  await page.getByText('Felt strong').waitFor()
  await page.getByText('70 kg × 5').waitFor()
  t.equal(
    await page.getByRole('listitem').filter({ hasText: '× 5' }).count(),
    2,
    'without the set that is not done',
  )
  await context.setOffline(false)
  await page.getByRole('link', { name: 'History' }).first().click()
  await page.getByText('Waits to be sent').waitFor({ state: 'detached' })
  const other = await open(browser, address, desktop)
  await signIn(other.page)
  await other.page.getByRole('link', { name: /Push day/ }).click()
  await other.page.getByText('90 kg × 5').waitFor()
  await other.page.getByText('Drop set').waitFor()
})

t.test('shows that the network is lost while a synchronization ends', async t => {
  const { page, context } = await startSignedUp(t)
  let release = (): void => undefined
  const isReleased = new Promise<void>(resolve => (release = resolve))
  const answered = new Promise<void>(resolve => {
    void page.route('**/graphql', async route => {
      // Not the subscription, whose response does not end.
      if (!route.request().headers()['accept']?.includes('json')) return route.continue()
      const response = await route.fetch()
      resolve()
      await isReleased
      return route.fulfill({ response })
    })
  })
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
  await answered
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  const finished = page.waitForEvent('requestfinished')
  release()
  await finished
  // The app stores the response before it reports the connection.
  await page.evaluate('(async () => { for (let turn = 0; turn < 50; turn++) await indexedDB.databases() })()')
  t.ok(await page.getByText('Offline.').isVisible())
})

t.test('joins exercises to a superset, and rests after its last exercise', async t => {
  const { page, context } = await startSignedUp(t)
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await logWorkout(page, '80', '5')
  const rest = page.getByRole('region', { name: 'Rest' })
  await rest.getByRole('button', { name: 'Skip' }).click()
  await rest.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add exercise' }).click()
  await page.getByLabel('Search exercises').fill('barbell deadlift')
  await page
    .getByRole('button', { name: /^Barbell Deadlift/ })
    .first()
    .click()
  const [bench, deadlift] = ['Bench Press', 'Deadlift'].map(name =>
    page.getByRole('region', { name: new RegExp(`^Barbell ${name}`) }),
  )
  await deadlift!.getByRole('button', { name: /^Options/ }).click()
  await page.getByRole('button', { name: 'Superset with the exercise above' }).click()
  await deadlift!.getByText('Superset with the exercise above').waitFor()

  await bench!.getByRole('button', { name: 'Add set' }).click()
  await bench!.getByRole('button', { name: 'Set 2: done' }).click()
  await bench!.getByRole('button', { name: 'Set 2: done', pressed: true }).waitFor()
  t.equal(await rest.count(), 0)
  await deadlift!.getByLabel('Set 1: kg').fill('120')
  await deadlift!.getByLabel('Set 1: Reps').fill('5')
  await deadlift!.getByRole('button', { name: 'Set 1: done' }).click()
  await rest.waitFor()
  await assertAccessible(t, page, 'workout with a superset')
  await page.setViewportSize(phone.viewport)

  await finishWorkout(page)
  await page.getByRole('link', { name: 'Show the workout' }).click()
  await context.setOffline(false)
  await page.reload()
  await page.getByText('Superset with the exercise above').waitFor()
})

t.test('keeps a workout as a routine, and starts from it without a network', async t => {
  const { page, context } = await startSignedUp(t)
  await logWorkout(page, '80', '5')
  const title = page.getByLabel('Name of the workout')
  await title.fill('Push day')
  const elapsed = page.getByRole('timer', { name: 'Time' })
  const before = await elapsed.textContent()
  while ((await elapsed.textContent()) === before);
  t.equal(await title.inputValue(), 'Push day', 'keeps what is typed while time passes')
  await finishWorkout(page)
  await page.getByRole('link', { name: 'Show the workout' }).click()
  await page.getByRole('button', { name: 'Save as routine' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
  await page.getByRole('button', { name: 'Routines' }).waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Routines' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Push day/ })
    .click()
  await page.getByRole('button', { name: 'Set 1: done' }).click()
  await page.getByRole('button', { name: 'Set 1: done', pressed: true }).waitFor()
  t.equal(await page.getByLabel('Set 1: kg').inputValue(), '80')
  t.equal(await page.getByLabel('Name of the workout').inputValue(), 'Push day')
})

t.test('gives and withdraws a consent, exports, and deletes and restores the account', async t => {
  const { app, browser, address } = await start(t)
  const { page } = await open(browser, address, phone)
  await signUp(app, page)
  await page.getByRole('link', { name: 'Settings' }).click()
  const consent = page.getByRole('switch', { name: 'Store body measurements' })
  await consent.click()
  await page.getByRole('switch', { name: 'Store body measurements', checked: true }).waitFor()
  await consent.click()
  await page.getByRole('button', { name: 'Withdraw and delete' }).click()
  await page.getByRole('switch', { name: 'Store body measurements', checked: false }).waitFor()
  await refuseOnce(page, '**/api/exports/mine')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await page.getByText('Too many attempts. Try again in 2 minutes.').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  t.equal(download.suggestedFilename(), 'fitness-training.zip')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Restore account' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

t.test('confirms an account and signs in with mailed codes', async t => {
  const { app, browser, address } = await start(t)
  const first = await open(browser, address, phone)
  await first.page.getByRole('button', { name: 'Create account' }).click()
  await first.page.getByLabel('E-mail').fill(email)
  await first.page.getByLabel('Username').fill(username)
  await first.page.getByLabel('Password').fill(password)
  await first.page.getByRole('button', { name: 'Create account' }).click()
  await refuseOnce(first.page, '**/auth/resend-verification')
  await first.page.getByRole('button', { name: 'Send the mail again' }).click()
  await first.page.getByText('Too many attempts. Try again in 2 minutes.').waitFor()
  await enterCode(app, first.page, 0)
  await first.page.getByRole('button', { name: 'Start training' }).click()
  await first.page.getByRole('heading', { name: 'Hello, ada' }).waitFor()

  const { page, consoleErrors } = await open(browser, address, phone)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send me a code instead' }).click()
  await page.getByLabel('Code from the mail').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'The code is wrong, was used already, or has expired.' })
    .waitFor()
  await enterCode(app, page, 1)
  await page.getByRole('heading', { name: 'Hello, ada' }).waitFor()
  t.same([...first.consoleErrors, ...consoleErrors], [])
})

t.test('says what is wrong with a sign-in, in the language of the browser', async t => {
  const { browser, address } = await start(t)
  const { page } = await open(browser, address, { ...phone, locale: 'de-DE' })
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort').fill('not the password')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor()
  t.equal(await (await windowOf(page)).evaluate(({ document }) => document.documentElement.lang), 'de')
})

for (const colorScheme of ['light', 'dark'] as const)
  t.test(`has no accessibility problem on any screen in the ${colorScheme} color scheme`, async t => {
    const { app, browser, address } = await start(t)
    const { page, consoleErrors } = await open(browser, address, {
      ...phone,
      colorScheme,
      reducedMotion: 'reduce',
    })
    const check = async (screen: string) => {
      for (const { viewport } of [phone, desktop]) {
        await page.setViewportSize(viewport)
        const name = `${screen} at ${viewport.width} px`
        t.same(await accessibilityViolations(page), [], name)
        t.equal(await horizontalOverflow(page), 0, `${name} needs no horizontal scrolling`)
        const folder = process.env.SCREENSHOT_PATH
        if (folder !== undefined) await page.screenshot({ path: `${folder}/${colorScheme} ${name}.png` })
      }
      await page.setViewportSize(phone.viewport)
    }
    const visit = async (path: string) => page.goto(`${address}#/${path}`)

    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await check('sign-in')
    await page.getByRole('button', { name: 'Create account' }).click()
    await check('sign-up')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signUp(app, page)
    await waitForOffline(page)
    await check('empty home')
    await logWorkout(page, '80', '5')
    await check('workout')
    await page.getByRole('button', { name: 'Options of Barbell Bench Press' }).click()
    await check('options')
    await closeDialog(page)
    await page.getByRole('button', { name: 'Plates' }).click()
    await check('plates')
    await closeDialog(page)
    await page.getByRole('button', { name: 'Add exercise' }).click()
    await page.getByRole('button', { name: /^Barbell Deadlift/ }).waitFor()
    await check('exercise picker')
    await closeDialog(page)
    await finishWorkout(page)
    await check('summary')
    await visit('history')
    await workoutRow(page).waitFor()
    await check('history')
    await workoutRow(page).click()
    await page.getByText('80 kg × 5').waitFor()
    await check('workout of the past')
    await visit('exercises')
    await check('exercises')
    await page.getByRole('link', { name: /^Barbell Bench Press/ }).click()
    await page.getByRole('heading', { name: 'How to do it' }).waitFor()
    await check('exercise')
    await visit('progress')
    await page.locator('.u-wrap').first().waitFor()
    await check('progress')
    await visit('programs')
    await page.getByText('View').first().waitFor()
    await check('programs')
    await page.getByText('View').first().click()
    await page.getByRole('button', { name: 'Start this program' }).waitFor()
    await check('program')
    await page.getByRole('button', { name: 'Start this program' }).click()
    await page.getByText('Week 1').waitFor()
    await check('home')
    await visit('settings')
    await page.getByText('This device').waitFor()
    await page.getByRole('switch').first().waitFor()
    await check('settings')
    t.same(consoleErrors, [])
  })
