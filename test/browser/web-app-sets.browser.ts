import type { Locator, Page } from 'playwright-core'
import t from 'tap'
import { assertAccessible } from './axe.js'
import { chooseSetOption, finishWorkout, logWorkout, phone, startSignedUp } from './web-app.js'

/** Adds an exercise to the workout in progress, and returns its section. */
async function addExercise(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add exercise' }).click()
  await page.getByRole('dialog').getByLabel('Search exercises').fill(name)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  return page.getByRole('region', { name, exact: true })
}

/** Fills the fields of a set, whose names are those of their columns, and completes it. */
async function logSet(exercise: Locator, set: string, fields: Record<string, string>): Promise<void> {
  for (const [column, text] of Object.entries(fields))
    await exercise.getByLabel(`${set}: ${column}`, { exact: true }).fill(text)
  await exercise.getByRole('button', { name: `${set}: done` }).click()
  await exercise.getByRole('button', { name: `${set}: done`, pressed: true }).waitFor()
}

t.test('logs the RPE of sets, and loads that are added to the body weight or taken from it', async t => {
  const { page, context, consoleErrors } = await startSignedUp(t)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: /RPE of each set/ }).check()
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  await logWorkout(page, '80', '5')
  const bench = page.getByRole('region', { name: 'Barbell Bench Press' })
  await bench.getByLabel('Set 1: RPE').fill('8.4')
  await bench.getByLabel('Set 1: RPE').blur()
  // The nearest step.
  await page.waitForFunction(`document.querySelector('[aria-label="Set 1: RPE"]')?.value === '8.5'`)
  await logSet(await addExercise(page, 'Pull-Up'), 'Set 1', { '+kg': '', Reps: '7' })
  await logSet(await addExercise(page, 'Weighted Pull-Up'), 'Set 1', { '+kg': '10', Reps: '5' })
  await logSet(await addExercise(page, 'Machine Assisted Pull-Up'), 'Set 1', { '−kg': '25', Reps: '8' })
  await page.getByText('450 kg').waitFor()
  await assertAccessible(t, page, 'workout with RPE')
  await page.setViewportSize(phone.viewport)
  await finishWorkout(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Show the workout' }).click()
  for (const text of ['80 kg × 5 @ RPE 8.5', '7 reps', '+10 kg × 5', '−25 kg × 8'])
    await page.getByText(text, { exact: true }).waitFor()
  t.same(consoleErrors, [])
})

t.test('suggests the sets of the same type of the last workout, and the set above', async t => {
  const { page } = await startSignedUp(t)
  await logWorkout(page, '40', '10')
  const bench = page.getByRole('region', { name: 'Barbell Bench Press' })
  await chooseSetOption(bench, 'Set 1', 'Warm-up')
  await bench.getByRole('button', { name: 'Set 1: Warm-up' }).waitFor()
  await bench.getByRole('button', { name: 'Add set' }).click()
  await chooseSetOption(bench, 'Set 2', 'Working set')
  await bench.getByRole('button', { name: 'Set 2: Working set' }).waitFor()
  for (const column of ['kg', 'Reps']) await bench.getByLabel(`Set 2: ${column}`).fill('')
  await bench.getByRole('button', { name: 'Add set' }).click()
  await bench.getByRole('button', { name: 'Set 3: Working set' }).waitFor()
  await logSet(bench, 'Set 2', { kg: '80', Reps: '6' })
  t.equal(await bench.getByLabel('Set 3: kg').getAttribute('placeholder'), '80')
  await bench.getByRole('button', { name: 'Set 3: done' }).click()
  await bench.getByRole('button', { name: 'Set 3: done', pressed: true }).waitFor()
  t.equal(await bench.getByLabel('Set 3: Reps').inputValue(), '6')
  await finishWorkout(page)
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Start workout' }).click()
  await addExercise(page, 'Barbell Bench Press')
  await bench.getByRole('button', { name: 'Set 1: Warm-up' }).waitFor()
  t.equal(await bench.getByLabel('Set 1: kg').getAttribute('placeholder'), '40')
  t.equal(await bench.getByLabel('Set 2: kg').getAttribute('placeholder'), '80')
  await chooseSetOption(bench, 'Set 1', 'Drop set')
  await bench.getByRole('button', { name: 'Set 1: Drop set' }).waitFor()
  t.equal(await bench.getByLabel('Set 1: kg').getAttribute('placeholder'), '', 'no drop set was done before')
})

/** Fills the next set, and completes it. */
async function addSet(exercise: Locator, number: number, load: string): Promise<void> {
  await exercise.getByRole('button', { name: 'Add set' }).click()
  await logSet(exercise, `Set ${number}`, { kg: load, Reps: '5' })
}

t.test('removes any set without a network, of a workout in progress and of a past one', async t => {
  const { page, context, consoleErrors } = await startSignedUp(t)
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await logWorkout(page, '40', '5')
  const bench = page.getByRole('region', { name: 'Barbell Bench Press' })
  for (const [at, load] of ['50', '60', '70'].entries()) await addSet(bench, at + 2, load)
  await chooseSetOption(bench, 'Set 3', 'Forced reps')
  await bench.getByRole('button', { name: 'Set 3: Forced reps' }).waitFor()
  const options = bench.getByRole('button', { name: 'Set 2: Working set' })
  const size = await options.boundingBox()
  t.ok(size && size.width >= 44 && size.height >= 44, 'large enough for a finger')
  await options.press('Enter')
  await assertAccessible(t, page, 'options of a set')
  await bench.getByRole('button', { name: 'Set 2: Remove set' }).press('Enter')
  await bench.getByLabel('Set 4: kg').waitFor({ state: 'detached' })
  await bench.getByRole('button', { name: 'Set 2: Forced reps' }).and(page.locator(':focus')).waitFor()
  await finishWorkout(page)
  await page.getByRole('link', { name: 'Show the workout' }).click()
  await page.getByRole('link', { name: 'Edit workout' }).click()
  await chooseSetOption(bench, 'Set 1', 'Set 1: Remove set')
  await bench.getByLabel('Set 3: kg').waitFor({ state: 'detached' })
  await chooseSetOption(bench, 'Set 2', 'Set 2: Remove set')
  await bench.getByRole('button', { name: 'Set 1: Forced reps' }).and(page.locator(':focus')).waitFor()
  await bench.getByRole('button', { name: 'Set 1: Forced reps' }).click()
  const sheet = bench.getByRole('dialog', { name: 'Set 1' })
  await sheet.waitFor()
  t.equal(await sheet.getByRole('button', { name: 'Remove set' }).count(), 0, 'an exercise keeps one set')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByText('60 kg × 5').waitFor()
  for (const load of ['40', '50', '70']) t.equal(await page.getByText(`${load} kg × 5`).count(), 0)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'History' }).first().click()
  await page.getByText('Waits to be sent').first().waitFor({ state: 'detached' })
  t.same(consoleErrors, [])
})

t.test(
  'logs a past workout without a network, moves its start, and keeps notes of a workout in progress',
  async t => {
    const { page, context, consoleErrors } = await startSignedUp(t)
    await context.setOffline(true)
    await page.getByText('Offline.').waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Log a past workout' }).click()
    await page.getByLabel('Name of the workout').fill('Leg day')
    const start = page.getByLabel('Start', { exact: true })
    await start.fill('2026-02-03T07:15')
    await page.getByLabel('Duration in minutes').fill('50')
    await assertAccessible(t, page, 'past workout')
    await page.setViewportSize(phone.viewport)
    const squat = await addExercise(page, 'Barbell Back Squat')
    await page.getByText('No set is done yet.').waitFor()
    t.ok(await page.getByRole('button', { name: 'Done', exact: true }).isDisabled())
    await logSet(squat, 'Set 1', { kg: '100', Reps: '5' })
    await squat.getByRole('button', { name: 'Add set' }).click()
    await page.getByText('Sets that you have not checked are removed.').waitFor()
    t.equal(await page.getByRole('region', { name: 'Rest' }).count(), 0)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText('Tuesday, February 3, 2026 at 7:15 AM').waitFor()
    await page.getByText('50 min').waitFor()

    await page.getByRole('link', { name: 'Edit workout' }).click()
    await start.fill('2026-02-04T19:30')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByText('Wednesday, February 4, 2026 at 7:30 PM').waitFor()
    await page.getByText('50 min').waitFor()

    await page.getByRole('link', { name: 'Home' }).click()
    await logWorkout(page, '80', '5')
    await page.getByRole('button', { name: 'Finish' }).click()
    await page.getByLabel('Notes').fill('Slept badly')
    await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('link', { name: 'Show the workout' }).click()
    await page.getByText('Slept badly').waitFor()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'History' }).first().click()
    await page.getByRole('link', { name: /Leg day/ }).waitFor()
    await page.getByText('Waits to be sent').first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByRole('link', { name: 'Log a past workout' }).waitFor()
    t.same(consoleErrors, [])
  },
)

t.test('shows hours and minutes, the year of dates of other years, and the tab of each screen', async t => {
  const { page, consoleErrors } = await startSignedUp(t)
  const year = new Date().getFullYear() - 1
  const currentTabs = page.getByRole('navigation').locator('[aria-current]')
  const isCurrent = async (name: string, state: string) => {
    await currentTabs.getByText(name).waitFor()
    t.same([await currentTabs.count(), await currentTabs.getAttribute('aria-current')], [1, state], name)
  }
  await page.getByRole('link', { name: 'History' }).click()
  await isCurrent('History', 'page')
  await page.getByRole('link', { name: 'Log a past workout' }).click()
  await isCurrent('History', 'true')
  await page.getByLabel('Start', { exact: true }).fill(`${year}-12-30T07:15`)
  await page.getByLabel('Duration in minutes').fill('61')
  await logSet(await addExercise(page, 'Barbell Back Squat'), 'Set 1', { kg: '100', Reps: '5' })
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByText('1 h 1 min', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Home' }).click()
  const row = page.getByRole('link', { name: /Barbell Back Squat/ })
  await row.getByText(new RegExp(`Dec 30, ${year}$`)).waitFor()
  await row.getByText('1 h 1 min', { exact: true }).waitFor()
  const open = async (path: string) => page.goto(page.url().replace(/#.*/, `#/${path}`))
  for (const [path, tab] of [
    ['calendar', 'History'],
    ['measurements', 'Progress'],
    ['photos', 'Progress'],
  ] as const) {
    await open(path)
    await isCurrent(tab, 'true')
  }
  await open('gyms')
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Settings' })
    .and(page.locator('[aria-current=true]'))
    .waitFor()
  t.same(consoleErrors, [])
})

t.test('rests as long as the settings say, and plays a sound at the end', async t => {
  const { page, context, consoleErrors } = await startSignedUp(t)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Usual rest after a set').selectOption('45')
  await assertAccessible(t, page, 'settings')
  await page.setViewportSize(phone.viewport)
  await page.reload()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.waitForFunction(`document.title === 'Home – Fitness Training'`)
  // Keyboards continue at the screen.
  await page.locator('.content:focus').waitFor()
  await page.evaluate(`
    tones = 0
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      tones++
      return create.call(this)
    }
  `)
  await logWorkout(page, '80', '5')
  const rest = page.getByRole('region', { name: 'Rest' })
  t.match(await rest.getByRole('timer').textContent(), /^0:(4[0-5]|3\d)$/)
  for (let step = 0; step < 3; step++) await rest.getByRole('button', { name: '15 seconds less' }).click()
  await rest.waitFor({ state: 'detached' })
  t.equal(await page.evaluate('tones'), 2)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Play a sound when a rest ends' }).uncheck()
  await context.setOffline(true)
  await page.getByText('Offline.').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Add set' }).click()
  await page.getByRole('button', { name: 'Set 2: done' }).click()
  for (let step = 0; step < 3; step++) await rest.getByRole('button', { name: '15 seconds less' }).click()
  await rest.waitFor({ state: 'detached' })
  t.equal(await page.evaluate('tones'), 2)
  t.same(consoleErrors, [])
})
