import t from 'tap'
import { assertAccessible } from './axe.js'
import { phone, startSignedUp } from './web-app.js'

const csv = [
  'Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE',
  '2026-05-04 18:00:00,Push,1h,"Bench Press (Barbell)",1,80,5,0,0,"","",',
  '2026-05-04 18:00:00,Push,1h,"Zercher Thing",1,60,8,0,0,"","",',
  '2026-05-04 18:00:00,Push,1h,"Zercher Other",1,60,8,0,0,"","",',
  '2026-05-04 18:00:00,Push,1h,"Zercher Other",2,heavy,8,0,0,"","",',
].join('\n')

t.test('imports a file after a preview in which unknown exercises are mapped', async t => {
  const { page, consoleErrors } = await startSignedUp(t)
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('link', { name: 'Import workouts' }).click()
  const file = page.getByLabel('File', { exact: true })

  await file.setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.alloc(0) })
  await page.getByRole('button', { name: 'Show preview' }).click()
  await page.getByText('The file is empty. Choose another one.').waitFor()
  await file.setInputFiles({ name: 'strong.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await assertAccessible(t, page, 'choice of a file')
  await page.getByRole('button', { name: 'Show preview' }).click()

  await page.getByRole('heading', { name: 'Unknown exercises' }).waitFor()
  await page.getByText('Found in the catalogue: 1 exercise.').waitFor()
  await page.getByText('1 line skipped').waitFor()
  await page.getByText('Line 5').waitFor()
  await assertAccessible(t, page, 'preview of an import')
  await page.setViewportSize(phone.viewport)
  const unknown = page.getByRole('region', { name: 'Zercher Thing' })
  await unknown.getByRole('button', { name: 'Search in the catalogue' }).click()
  await page.getByRole('dialog').getByLabel('Search exercises').fill('barbell deadlift')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Barbell Deadlift/ })
    .click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await page.getByText('The import is complete.').waitFor()
  await page.getByText('Created for you: Zercher Other.').waitFor()
  await assertAccessible(t, page, 'result of an import')
  await page.getByRole('link', { name: 'Show my workouts' }).click()
  await page.getByRole('link', { name: /Barbell Deadlift/ }).waitFor()
  t.same(consoleErrors, [])
})
