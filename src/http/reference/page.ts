import { createHash } from 'node:crypto'
import { Html, html } from '../../lib/html.js'
import type { DemoAccount } from '../pages/demo-account.js'

const styles = `
html { color-scheme: light; background: #fafafa; }
html.dark-mode { color-scheme: dark; background: #1c2022; }
body { margin: 0; }
.swagger-ui .info { margin: 2rem 0; }
.swagger-ui .opblock-body { overflow-x: auto; }
.swagger-ui .btn.demo-account { display: block; margin: 0 0 .75rem; }
`

/**
 * Sends requests to the address of the page. After a login, there or with a demo account in the Authorize dialog, further
 * requests contain the access token.
 */
const script = (accounts: readonly DemoAccount[]) => `
const dark = matchMedia('(prefers-color-scheme: dark)')
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', paint)
paint()
const here = new URL('.', location.href).href.replace(/\\/$/, '')
const description = await (await fetch('docs/openapi.json')).json()
const accounts = ${JSON.stringify(accounts)}
const signIn = async ({ email, password }) => {
  const response = await fetch('auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { accessToken, message } = await response.json()
  if (response.ok) ui.preauthorizeApiKey('bearer', accessToken)
  else alert(message)
}
const demoAccounts = ({ React }) => ({
  wrapComponents: {
    auths: Original => props =>
      React.createElement('div', null,
        accounts.map(account =>
          React.createElement('button',
            { key: account.email, className: 'btn demo-account', onClick: () => signIn(account) },
            'Sign in as ' + account.email + ' (' + account.role + ')')),
        React.createElement(Original, props)),
  },
})
const ui = SwaggerUIBundle({
  spec: { ...description, servers: [{ url: here }] },
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  plugins: [demoAccounts],
  responseInterceptor(response) {
    if (response.url === here + '/auth/login' && response.ok)
      ui.preauthorizeApiKey('bearer', response.obj.accessToken)
    return response
  },
})
`

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Renders the page and its content security policy. The style sheet contains all images. */
export function referencePage(accounts: readonly DemoAccount[]): { page: string; policy: string } {
  const source = script(accounts)
  return { page: document(new Html(`<script type="module">${source}</script>`)), policy: policyFor(source) }
}

const policyFor = (source: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hash(source)}`,
    `style-src 'self' ${hash(styles)}`,
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

// Formatting the element would break the hash of its content.
const styleElement = new Html(`<style>${styles}</style>`)

const document = (scriptElement: Html) =>
  html`<!doctype html>
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
