import { existsSync } from 'node:fs'
import { chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { seconds } from '../../src/lib/quantities.js'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where a Chromium is, if one is. CHROMIUM_PATH goes first. */
export const chromiumPath = [process.env.CHROMIUM_PATH ?? '', ...usual].find(path => existsSync(path))

export interface Visit {
  page: Page
  /** What the browser asked for outside the service; it gets none of it. */
  abroad: string[]
  /** What the console calls an error, breaches of the content security policy among them. */
  complaints: string[]
}

/** Opens an address in a browser without a past, which reaches nothing but this machine. */
export async function visit(t: Pick<Test, 'teardown'>, address: string): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? '',
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  t.teardown(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(15 * seconds)
  const { origin } = new URL(address)
  const abroad: string[] = []
  const problems: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') abroad.push(url.href)
  })
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', error => problems.push(error.message))
  await page.goto(address)
  return { page, abroad, complaints: problems }
}
