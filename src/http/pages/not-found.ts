import { html } from '../../lib/html.js'
import type { Page } from './page.js'

/** The page for people who open an address that does not exist. */
export const notFoundPage: Page = {
  title: 'Page not found',
  content: html`<p>There is no page at this address. Check it for typing errors.</p>`,
}
