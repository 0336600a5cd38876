import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { windowOf } from './browser.js'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Returns the rules of axe that the page violates, with the elements that violate them. */
export async function accessibilityViolations(page: Page) {
  // The content security policy does not apply to scripts of the debugger.
  await page.evaluate(source)
  return (await windowOf(page)).evaluate(async ({ axe }) => {
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary ?? ''}`),
    }))
  })
}

const widths = [390, 1280]
const colorSchemes = ['light', 'dark'] as const

/** Checks the page with axe at the width of a phone and of a computer, in both color schemes. */
export async function assertAccessible(t: Pick<Test, 'same'>, page: Page, screen: string): Promise<void> {
  // A transition between the color schemes shows the colors of neither. The content security policy allows this sheet.
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }`)
  for (const width of widths)
    for (const colorScheme of colorSchemes) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      t.same(await accessibilityViolations(page), [], `${screen}, ${width} px, ${colorScheme}`)
    }
}
