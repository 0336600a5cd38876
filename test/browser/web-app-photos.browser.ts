import t from 'tap'
import { png } from '../images.js'
import { assertAccessible } from './axe.js'
import { phone, startSignedUp } from './web-app.js'

/** The part of the browser's image elements that the test uses, which Node's types lack. */
interface Picture {
  decode(): Promise<void>
  naturalWidth: number
}

t.test('uploads progress photos after a consent, compares two, and deletes one', async t => {
  const { address, page, context, consoleErrors } = await startSignedUp(t)
  await page.goto(`${address}#/photos`)
  await page.getByText('Your photos are personal').waitFor()
  await page.getByRole('button', { name: 'Allow' }).click()
  const upload = page.getByRole('button', { name: 'Upload photo' })
  await upload.click()
  await page.getByText('Choose a photo first.').waitFor()
  const file = page.getByLabel('Photo', { exact: true })
  await file.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await upload.click()
  await page.getByText('This file is no photo that can be read').waitFor()

  for (const [name, date] of [
    ['Front', '2026-01-05'],
    ['Side', '2026-03-05'],
  ] as const) {
    await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png() })
    await page.getByLabel(name).check()
    await page.getByLabel('Date').fill(date)
    await upload.click()
    await page.getByRole('img', { name: new RegExp(`^${name}`) }).waitFor()
  }
  const width = await page.getByRole('img', { name: /^Front/ }).evaluate(async (image: Picture) => {
    await image.decode()
    return image.naturalWidth
  })
  t.equal(width, 1, 'the browser shows the photo')
  await page.getByRole('button', { name: /^Front.*Compare$/ }).click()
  await page.getByRole('button', { name: /^Side.*Compare$/ }).click()
  await page.getByRole('heading', { name: 'Side by side' }).waitFor()
  t.match(await page.getByRole('figure').allTextContents(), [/Jan 5/, /Mar 5/], 'the earlier one is first')
  await assertAccessible(t, page, 'photos')
  await page.setViewportSize(phone.viewport)

  await context.setOffline(true)
  await page.getByRole('button', { name: /^Front.*Delete photo$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click()
  await page.getByText('The service cannot be reached').first().waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: /^Front.*Delete photo$/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click()
  await page.getByRole('button', { name: /^Front.*Delete photo$/ }).waitFor({ state: 'detached' })
  t.equal(await page.getByRole('img', { name: /^Side/ }).count(), 1)
  t.same(consoleErrors, [])
})
