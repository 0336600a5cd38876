import { html } from '../../lib/html.js'
import type { Page } from './page.js'

export const notFoundPage: Page = {
  title: 'Page not found',
  content: html`<p>There is no page at this address. Check it for typing errors.</p>`,
}
