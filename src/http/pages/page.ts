import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../../lib/html.js'
import type { Locale } from '../../lib/locales.js'
import { styles } from './styles.js'

export interface Page {
  title: string
  /** The name of the service in the header and the title. */
  brandName?: string
  /** The language of the content. The default is English. */
  locale?: Locale
  content: Html
  /** Additional elements of the head. */
  head?: Html
  /** True for the wide layout of lists. The default is the narrow layout of forms. */
  wide?: boolean
}

const serviceName = 'Fitness Training'

const stylesHash = createHash('sha256').update(styles).digest('base64')
const svgAttributes = `viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"`
const dumbbellPath = '<path d="M3 9v6M6 6.5v11M18 6.5v11M21 9v6M6 12h12"/>'
const logo = new Html(`<svg ${svgAttributes} aria-hidden="true">${dumbbellPath}</svg>`)
const icon = `<svg xmlns="http://www.w3.org/2000/svg" color="#0a66c2" ${svgAttributes}>${dumbbellPath}</svg>`

// Not in a template below, because formatting it would break the hash of its content.
const styleElement = new Html(`<style>${styles}</style>`)
const head = html`<meta charset="utf-8" />
  <meta name="viewport" content="width=device-width, initial-scale=1" />
  <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}" />
  ${styleElement}`

/** Sends an HTML page without scripts and without resources of other hosts. It is not cached. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      // The URL can contain a token.
      'referrer-policy': 'no-referrer',
    })
    .serializer(String)
    .send(document(page))
}

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${stylesHash}'`,
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const document = ({
  title,
  content,
  head: more,
  wide = false,
  locale = 'en',
  brandName = serviceName,
}: Page): string =>
  html`<!doctype html>
    <html lang="${locale}">
      <head>
        ${head}
        <title>${title} &middot; ${brandName}</title>
        ${more ?? ''}
      </head>
      <body class="${wide ? 'wide' : 'narrow'}">
        <header>${logo} ${brandName}</header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `.toString()
