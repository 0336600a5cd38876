import { createHash } from 'node:crypto'
import { Html, html } from '../../lib/html.js'

const styles = `
html { color-scheme: light; background: #fafafa; }
html.dark-mode { color-scheme: dark; background: #1c2022; }
body { margin: 0; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .opblock-body { overflow-x: auto; }
`

/** The routes are tried at the address the page was reached at, and a sign-in there counts for those after it. */
const script = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
const here = new URL('.', location.href).href.replace(/\\/$/, '')
const description = await (await fetch('docs/openapi.json')).json()
const ui = SwaggerUIBundle({
  spec: { ...description, servers: [{ url: here }] },
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  responseInterceptor(response) {
    if (response.url === here + '/auth/login' && response.ok)
      ui.preauthorizeApiKey('bearer', response.obj.accessToken)
    return response
  },
})
`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// The style sheet holds its images.
export const referencePolicy = [
  "default-src 'none'",
  `script-src 'self' ${hash(script)}`,
  `style-src 'self' ${hash(styles)}`,
  'img-src data:',
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

// Apart, since formatting them would break their hashes.
const styleElement = new Html(`<style>${styles}</style>`)
const scriptElement = new Html(`<script type="module">${script}</script>`)

export const referencePage = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>REST reference: Fitness Training Service</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="docs/swagger-ui.css" />
      ${styleElement}
      <script defer src="docs/swagger-ui.js"></script>
      ${scriptElement}
    </head>
    <body>
      <div id="reference"></div>
    </body>
  </html> `.toString()
