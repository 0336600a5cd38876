import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import t, { type Test } from 'tap'
import { KiB, seconds } from '../../src/lib/quantities.js'
import { actionTimeout } from './browser.js'
import { phone, start } from './web-app.js'

/** The number of items that the script of the reference page adds to a list. */
const itemCount = 10_000
const referencePage = `<!doctype html>
<html lang="en">
  <title>Reference</title>
  <ul></ul>
  <script>
    const list = document.querySelector('ul')
    for (let at = 0; at < ${itemCount}; at++) list.append(
      Object.assign(document.createElement('li'), { textContent: 'Item ' + at })
    )
  </script>
</html>`

/** How often each page is loaded. Three loads suffice, because their processor times vary little. */
const loadCount = 3

interface Load {
  address: string
  /** Performs the first action of a user, which shows that the page is interactive. */
  interact(page: Awaited<ReturnType<typeof openPage>>['page']): Promise<void>
}

async function openPage(t: Test, browser: Browser) {
  // Caches and storage are empty, as on a first visit.
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(actionTimeout)
  return { page, context }
}

/** Returns the processor time of the main thread until the page has reacted to the user, in milliseconds: the median of the loads. */
async function processorTime(t: Test, browser: Browser, { address, interact }: Load): Promise<number> {
  const times: number[] = []
  for (let load = 0; load < loadCount; load++) {
    const { page, context } = await openPage(t, browser)
    await page.route('**/reference', route =>
      route.fulfill({ contentType: 'text/html', body: referencePage }),
    )
    const debug = await context.newCDPSession(page)
    // The time during which the thread runs, rather than the time that passes.
    await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto(address)
    await interact(page)
    const { metrics } = await debug.send('Performance.getMetrics')
    times.push((metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * seconds)
    await context.close()
  }
  return times.sort((one, other) => one - other)[Math.floor(loadCount / 2)]!
}

t.test('loads less than 200 kB', async t => {
  const { browser, address } = await start(t)
  const { page } = await openPage(t, browser)
  const bodies: Promise<Buffer>[] = []
  const readBody = (response: Response) => void bodies.push(response.body())
  page.on('response', readBody)
  await page.goto(address)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  page.off('response', readBody)
  const sizes = (await Promise.all(bodies)).map(body => gzipSync(body).length)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  t.comment(`${Math.round(total / KiB)} KiB in ${sizes.length} responses`)
  t.ok(sizes.length >= 3)
  t.ok(total < 200_000, String(total))
})

t.test('is interactive after two round trips: the page, and the files that it names', async t => {
  const { app, browser, address } = await start(t)
  const html = (await app.inject('/app/')).body
  const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => new URL(name!, address).href)
  const { page } = await openPage(t, browser)
  const missing: string[] = []
  await page.route('**/*', async route => {
    const url = route.request().url()
    if (url === address || named.includes(url)) await route.continue()
    // The request gets no response.
    else missing.push(new URL(url).pathname)
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Username').fill('ada')
  t.same(
    missing.filter(path => path.startsWith('/app/')),
    [],
    'requests no other file',
  )
})

t.test('is interactive after less processor time than a page with a long list', async t => {
  const { browser, address } = await start(t)
  const app = await processorTime(t, browser, {
    address,
    async interact(page) {
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByLabel('Username').waitFor()
    },
  })
  const budget = await processorTime(t, browser, {
    address: `${address}reference`,
    interact: page => page.getByText(`Item ${itemCount - 1}`, { exact: true }).waitFor(),
  })
  t.comment(`${Math.round(app)} ms of processor time; ${Math.round(budget)} ms for ${itemCount} items`)
  t.ok(app < budget, `${app} ms must be less than ${budget} ms`)
})
