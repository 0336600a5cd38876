import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { demoAccounts } from '../../src/features/people/auth/registration/demo-accounts.js'
import { minutes } from '../../src/lib/quantities.js'
import { build, logIn, queryGraphQL, signUp } from '../helper.js'
import { unlimitedLogins } from '../features/people/auth/requests.js'
import { send } from '../features/portability/imports/imports.js'
import { catalogueRecord } from '../features/training/exercises/catalogue-imports/import-file.js'
import { newId } from '../features/training/workouts/workouts.js'
import { assertAccessible } from './axe.js'
import { horizontalOverflow, visit, windowOf } from './browser.js'

const admin = demoAccounts.find(({ role }) => role === 'ADMIN')!
const demo = demoAccounts.find(({ role }) => role === 'USER')!

/** Opens the console of a new service that executes only registered operations. */
async function openConsole(t: Test, settings: Record<string, string> = {}) {
  let now = Date.now()
  const app = await build(t, {
    settings: { ...unlimitedLogins, GRAPHQL_ONLY_REGISTERED: 'true', ...settings },
    clock: () => new Date(now),
  })
  const { registration } = app.features.services
  for (const account of [admin, demo]) await registration.createVerifiedAccount(account)
  for (const { seed } of app.features.modules) await seed?.()
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const visitor = await visit(t, `${origin}/console`)
  const advance = (duration: number) => {
    now += duration
  }
  return { ...visitor, app, origin, advance }
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Saves a screenshot in the folder of SCREENSHOT_PATH, if it is set. */
async function takeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOT_PATH
  if (folder === undefined) return
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `console-${name}-${width}.png`), fullPage: width < 400 })
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

/** Checks a screen and takes its screenshot. */
async function check(t: Test, page: Page, name: string): Promise<void> {
  await assertAccessible(t, page, name)
  await page.setViewportSize({ width: 390, height: 844 })
  t.ok((await horizontalOverflow(page)) <= 0, `${name} fits the width of a phone`)
  await page.setViewportSize({ width: 1280, height: 844 })
  await takeScreenshot(page, name)
}

t.test('disables a user within three clicks and shows it in the audit log', async t => {
  const { page, app, externalRequests, consoleErrors, advance } = await openConsole(t)
  const user = await signUp(app)
  await check(t, page, 'sign-in')
  await signIn(page, admin)
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.getByRole('link', { name: user.username }).waitFor()
  await check(t, page, 'users')
  const window = await windowOf(page)
  const stored = await window.evaluate(({ document, localStorage, sessionStorage }) => [
    document.cookie,
    localStorage.length,
    sessionStorage.length,
  ])
  t.same(stored, ['', 0, 0], 'scripts can read neither the cookie nor a token')
  advance(11 * minutes)

  await page.getByLabel('Beginning of the username or address').fill(user.username)
  await page.getByText('1 found').waitFor()
  await page.getByRole('link', { name: user.username }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await check(t, page, 'disable')
  const confirmation = page.getByRole('dialog', { name: `Disable ${user.username}?` })
  await confirmation.getByRole('button', { name: 'Disable' }).click()

  const stepUp = page.getByRole('dialog', { name: 'Confirm your password' })
  await stepUp.getByLabel('Password').fill('wrong')
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await stepUp.getByRole('alert').waitFor()
  await check(t, page, 'step-up')
  await stepUp.getByLabel('Password').fill(admin.password)
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText(`${user.username} is disabled.`).waitFor()
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  t.equal(await page.getByRole('dialog').count(), 0)
  await check(t, page, 'user')

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Action').selectOption('ACCOUNT_DISABLED')
  const entry = page.getByRole('row', { name: 'Account disabled' })
  await entry.getByRole('link', { name: user.username }).waitFor()
  await entry.getByRole('link', { name: admin.username }).waitFor()
  await page.getByLabel('Action').selectOption('')
  await page.getByRole('row', { name: 'Failed sign-in' }).waitFor()
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByText('There are no entries.').waitFor()
  await page.getByLabel('To', { exact: true }).fill('')
  const account = page.getByRole('textbox', { name: 'Account' })
  await account.fill(user.email.toUpperCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('row', { name: 'Account disabled' }).waitFor()
  await page.getByRole('row', { name: 'Failed sign-in' }).waitFor({ state: 'detached' })
  await check(t, page, 'audit')

  await page.reload()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  t.same(externalRequests, [], 'no request leaves the service')
  t.same(
    consoleErrors.filter(text => !/status of 40[13]/.test(text)),
    [],
    'no error and no violation of the content security policy',
  )
})

t.test('promotes, signs out, deletes and restores a user', async t => {
  const { page, app } = await openConsole(t)
  const user = await signUp(app)
  await signIn(page, admin)
  await page.getByRole('link', { name: user.username }).click()
  const act = async (name: string, result: RegExp) => {
    await page.getByRole('button', { name }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await page.getByText(result).waitFor()
    t.equal(await page.getByRole('dialog').count(), 0, name)
  }
  await act('Make administrator', /is an administrator\.$/)
  await logIn(app, user.email, user.password)
  await page.reload()
  const devices = page.getByRole('button', { name: /^Sign out (?!everywhere)./ })
  await devices.nth(1).waitFor()
  await devices.first().click()
  await check(t, page, 'device')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText(/^\S+ is signed out on (?!every device)/).waitFor()
  await devices.nth(1).waitFor({ state: 'detached' })
  t.equal(await devices.count(), 1, 'the other device stays signed in')
  await act('Sign out everywhere', /is signed out on every device\.$/)
  await page.getByText('No device is signed in.').waitFor()
  await act('Delete', /^The account and all of its data will be deleted on/)
  await check(t, page, 'deletion')
  await act('Restore', /is restored\.$/)
  await act('Remove role', /is not an administrator any more\.$/)
  for (const action of ['Made administrator', 'Deletion requested', 'Account restored'])
    await page.getByRole('row', { name: action }).getByRole('link', { name: admin.username }).waitFor()
})

t.test('refuses a user without the role, and says why', async t => {
  const { page } = await openConsole(t)
  await signIn(page, demo)
  await page.getByRole('alert').getByText('The console is for administrators only').waitFor()
  await assertAccessible(t, page, 'refused')
})

t.test('ends the session of an administrator whose role is removed', async t => {
  const { page, app } = await openConsole(t, { GRAPHQL_ONLY_REGISTERED: 'false' })
  await signIn(page, admin)
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  const other = await signUp(app, { role: 'ADMIN' })
  const { account } = (await app.features.services.account.findByEmail(admin.email))!
  const input = `id: "${account.id}", role: USER`
  await queryGraphQL(app, `mutation { setUserRole(input: { ${input} }) { user { id } } }`, {}, other)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('alert').getByText('The console is for administrators only').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

t.test('edits and archives an exercise of the catalogue', async t => {
  const { page, consoleErrors } = await openConsole(t)
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Exercises' }).click()
  await page.getByRole('link', { name: 'New exercise' }).click()
  await page.getByLabel('Name for URLs').fill('console-curl')
  await page.getByLabel('Name', { exact: true }).first().fill('Console curl')
  await page.getByLabel('Instructions, one step per line').first().fill('Stand.\nCurl.')
  await page.locator('summary', { hasText: 'Primary muscles' }).click()
  await page.getByLabel('Biceps').first().check()
  const picture = { name: 'curl.png', mimeType: 'image/png', buffer: await samplePicture() }
  await page.getByLabel('Add a picture').setInputFiles(picture)
  await page.getByRole('img', { name: 'Picture 1' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Console curl' }).waitFor()
  await check(t, page, 'exercise')

  await page.getByText('Deutsch').click()
  await page.getByLabel('Name', { exact: true }).nth(1).fill('Konsolencurl')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Exercises' }).first().click()
  await page.getByLabel('Search exercises').fill('console curl')
  await page.getByRole('row', { name: 'console-curl' }).waitFor()
  await page.getByLabel('Search exercises').fill('')
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await check(t, page, 'exercises')
  const rows = await page.getByRole('row').count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('row').nth(rows).waitFor()

  await page.getByLabel('Search exercises').fill('console curl')
  await page.getByRole('link', { name: 'Console curl' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Save and list again' }).waitFor()
  await page.getByRole('link', { name: 'Exercises' }).first().click()
  await page.locator('section', { hasText: 'Archived' }).getByRole('link', { name: 'Console curl' }).click()
  await page.getByRole('button', { name: 'Save and list again' }).click()
  await page.getByRole('button', { name: 'Archive' }).waitFor()
  t.same(consoleErrors, [])
})

t.test('imports exercises from a file after a preview', async t => {
  const { page, consoleErrors } = await openConsole(t)
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Exercises' }).click()
  await page.getByRole('link', { name: 'Import' }).click()
  await check(t, page, 'import')
  const choose = async (label: string, text: string) => {
    const file = { name: 'exercises.json', mimeType: 'application/json', buffer: Buffer.from(text) }
    await page.getByLabel(label).setInputFiles(file)
  }
  await choose('Choose a file', '{}')
  await page.getByRole('alert').getByText('The file must contain a JSON array').waitFor()
  const records = [...['Quokka Row', 'Wombat Lift'].map(name => catalogueRecord(name)), {}]
  await choose('Choose a file', JSON.stringify(records))
  await page.getByRole('heading', { name: 'Preview of exercises.json' }).waitFor()
  await page.getByText('New (2)').click()
  await page.getByText('Wombat Lift').waitFor()
  await check(t, page, 'import-preview')
  await page.getByRole('button', { name: 'Import 2 exercises' }).click()
  await page.getByText('The import is complete.').waitFor()
  await page.getByRole('link', { name: 'Exercises' }).first().click()
  await page.getByLabel('Search exercises').fill('quokka row')
  await page.getByRole('row', { name: 'Quokka Row' }).waitFor()
  t.same(
    consoleErrors.filter(text => !/status of 400/.test(text)),
    [],
  )
})

t.test('shows programs week by week, and the state of the service', async t => {
  const { page, app, consoleErrors } = await openConsole(t)
  const user = await signUp(app)
  const importId = await send(app, user, 'no header of an app')
  const { imports } = app.features.services
  // Reads of the embedded database alone would not let the import proceed.
  while ((await imports.get(user.id, importId)).status !== 'FAILED') await new Promise(setImmediate)
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Programs' }).click()
  await page.getByRole('row').nth(1).waitFor()
  await check(t, page, 'programs')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { name: 'Working sets per muscle' }).waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('heading', { name: /^Week 2 of/ }).waitFor()
  await page.getByText('No user is enrolled.').waitFor()
  await check(t, page, 'program')
  t.ok(await page.locator('.bars li').count())
  await page.getByRole('link', { name: 'Programs' }).first().click()
  await page.getByRole('link', { name: 'Move Well' }).click()
  await page.getByRole('heading', { name: 'Hips and legs' }).waitFor()
  t.equal(await page.locator('.bars li').count(), 0, 'stretches count for no muscle')
  await page.getByRole('link', { name: 'Service' }).click()
  await page.getByRole('heading', { name: 'Erasures' }).waitFor()
  await check(t, page, 'service')
  await page.getByRole('link', { name: 'All imports' }).click()
  await page.getByRole('row', { name: user.username }).waitFor()
  await page.getByLabel('State').selectOption('COMPLETED')
  await page.getByText('There are no imports.').waitFor()
  await page.getByLabel('State').selectOption('FAILED')
  await page.getByRole('row', { name: user.username }).waitFor()
  await check(t, page, 'imports')
  t.same(consoleErrors, [])
})

t.test('writes a program, and edits it after a preview', async t => {
  const { page, consoleErrors } = await openConsole(t)
  await signIn(page, admin)
  await page.getByRole('link', { name: 'Programs' }).click()
  await page.getByRole('link', { name: 'New program' }).click()
  await page.getByLabel('Title').fill('Console strength')
  await page.getByLabel('Goal').selectOption('increase_strength')
  await page.getByRole('button', { name: 'Add an exercise' }).click()
  const picker = page.getByRole('dialog', { name: 'Add an exercise' })
  await picker.getByLabel('Search exercises').fill('barbell bench press')
  await picker.getByLabel('Barbell Bench Press', { exact: true }).check()
  await check(t, page, 'program-editor-exercise')
  await picker.getByRole('button', { name: 'Add' }).click()
  const second = page.getByRole('group', { name: 'Set 2' })
  await second.getByLabel('Maximum reps').fill('5')
  await second.getByLabel('Minimum reps').fill('5')
  await page.getByRole('button', { name: 'Remove Set 3' }).click()
  await page.getByLabel('Rule').selectOption('DOUBLE')
  await check(t, page, 'program-editor')
  await page.getByRole('button', { name: 'Copy week' }).click()
  await page.getByRole('heading', { name: 'Week 2 of 2' }).waitFor()
  await page.getByLabel('Deload week').check()
  await page.getByRole('button', { name: 'Add a day' }).click()
  await page.getByLabel('Name of the day').nth(1).fill('Rest')
  await page.getByLabel('Rest day').nth(1).check()
  await page.getByRole('button', { name: 'Save as a draft' }).click()

  await page.getByRole('heading', { name: 'Console strength' }).waitFor()
  await page.getByText('Draft').waitFor()
  await page.getByText('1 × 8–12, 1 × 5').waitFor()
  await page.getByRole('button', { name: 'Next week' }).click()
  await page.getByRole('heading', { name: 'Week 2 of 2 · Deload' }).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Title').fill('Console power')
  await page.locator('summary', { hasText: 'Bench Press' }).click()
  t.equal(await page.getByLabel('Rule').inputValue(), 'DOUBLE')
  await page.getByRole('button', { name: 'Remove week' }).click()
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await page.getByRole('heading', { name: 'Console power' }).waitFor()
  await page.getByRole('heading', { name: 'Week 1 of 1' }).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published').waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('The program is published.').waitFor()
  t.same(consoleErrors, [])
})

t.test('publishes and archives a program of the administrator', async t => {
  const { page, app, origin } = await openConsole(t, { GRAPHQL_ONLY_REGISTERED: 'false' })
  const { accessToken } = await logIn(app, admin.email, admin.password)
  const account = { headers: { authorization: `Bearer ${accessToken}` } }
  const list = '{ programs(first: 1) { edges { node { id } } } }'
  const { data } = await queryGraphQL<{ programs: { edges: { node: { id: string } }[] } }>(
    app,
    list,
    {},
    account,
  )
  const input = { id: data!.programs.edges[0]!.node.id, newId: newId() }
  const copy = 'mutation($input: CopyProgramInput!) { copyProgram(input: $input) { conflict } }'
  t.notOk((await queryGraphQL(app, copy, { input }, account)).errors)

  await signIn(page, admin)
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  await page.goto(`${origin}/console/#/programs/${input.newId}`)
  await page.getByText('Draft').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published').waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archived').waitFor()
})

/** Returns an image file. */
const samplePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
