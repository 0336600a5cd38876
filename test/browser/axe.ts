import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Types of browser globals, which Node's types lack. */
interface Window {
  axe?: {
    run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
  }
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
      // The content security policy does not apply to scripts of the debugger.
      await page.evaluate(source)
      const violations = await page.evaluate(async () => {
        const { violations = [] } = (await (globalThis as unknown as Window).axe?.run()) ?? {}
        return violations.map(({ id, nodes }) => ({
          id,
          nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary ?? ''}`),
        }))
      })
      t.same(violations, [], `${screen}, ${width} px, ${colorScheme}`)
    }
}
