import { existsSync } from 'node:fs'
import { chromium, type Browser, type JSHandle, type Page } from 'playwright-core'
import type { Test } from 'tap'
import { seconds } from '../../src/lib/quantities.js'

/** How long a test waits for an element or an action. Browsers are slow on a busy machine. */
export const actionTimeout = 60 * seconds

const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * Returns the path of Chromium: CHROMIUM_PATH, or else the first of the usual paths that exists.
 * @throws Error if there is none: the tests of this folder fail rather than pass without a browser
 */
export function findChromium(
  { CHROMIUM_PATH }: NodeJS.ProcessEnv,
  paths: readonly string[] = usualPaths,
): string {
  const found = (CHROMIUM_PATH ? [CHROMIUM_PATH] : paths).find(path => existsSync(path))
  if (found !== undefined) return found
  throw new Error('Chromium was not found. Install it, or set CHROMIUM_PATH to its path.')
}

interface Visit {
  page: Page
  /** The URLs outside of the service that the browser requested. All of these requests are blocked. */
  externalRequests: string[]
  /** The errors of the console, which include violations of the content security policy. */
  consoleErrors: string[]
}

/** The globals of a page that tests read. */
interface PageWindow {
  innerWidth: number
  document: { documentElement: { scrollWidth: number; lang: string }; cookie: string }
  navigator: { serviceWorker: { ready: Promise<unknown> } }
  localStorage: { length: number; getItem(key: string): string | null }
  sessionStorage: { length: number }
  /** Available after the page has run the script of axe. */
  axe: {
    run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
  }
}

/** Returns a handle for functions that run in the page. A navigation invalidates it. */
export const windowOf = (page: Page): Promise<JSHandle<PageWindow>> =>
  page.evaluateHandle<PageWindow>('window')

/** Returns the number of pixels by which the page is wider than its viewport. */
export const horizontalOverflow = async (page: Page): Promise<number> =>
  (await windowOf(page)).evaluate(
    ({ document, innerWidth }) => document.documentElement.scrollWidth - innerWidth,
  )

/** Starts a browser without access to other machines. */
export async function launch(t: Pick<Test, 'teardown'>): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findChromium(process.env),
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  })
  t.teardown(() => browser.close())
  return browser
}

/** Opens an address in a browser with an empty profile and without access to other machines. */
export async function visit(t: Pick<Test, 'teardown'>, address: string): Promise<Visit> {
  const browser = await launch(t)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(actionTimeout)
  const { origin } = new URL(address)
  const externalRequests: string[] = []
  const consoleErrors: string[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:') externalRequests.push(url.href)
  })
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) consoleErrors.push(message.text())
  })
  page.on('pageerror', error => consoleErrors.push(error.message))
  await page.goto(address)
  return { page, externalRequests, consoleErrors }
}
