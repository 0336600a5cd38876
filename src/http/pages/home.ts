import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { html } from '../../lib/html.js'
import type { DemoAccount } from './demo-account.js'
import { sendPage } from './page.js'

interface Options {
  /** The development tools to link to; undefined in production. */
  devTools:
    | {
        accounts: DemoAccount[]
        /** True if mails go to the outbox. */
        hasOutbox: boolean
        /** True if the console is served at `/console/`. */
        hasConsole: boolean
      }
    | undefined
  /** True if the web app is served at `/app/`. */
  hasWebApp: boolean
}

/** Serves the home page at `/`. */
export const home: FastifyPluginAsyncTypebox<Options> = async (app, { devTools, hasWebApp }) => {
  const title = 'Fitness Training Service'
  const health = html`<p>The service is running. <a href="health/ready">Health</a></p>`
  const webApp = hasWebApp ? html`<p><a href="app/">Open the web app</a></p>` : ''
  const content = html`${health} ${webApp} ${devTools ? renderLinks(devTools) : ''}`

  // Browsers cannot sign requests.
  app.get('/', { config: { unsigned: true }, schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, { title, content, wide: devTools !== undefined }),
  )
}

const link = (address: string, name: string, text: string) =>
  html`<li><a href="${address}">${name}</a> <span class="faint">${text}</span></li>`

const renderLinks = ({ accounts, hasOutbox, hasConsole }: NonNullable<Options['devTools']>) =>
  html`<h2>Try it</h2>
    <ul>
      ${link('graphiql', 'GraphiQL', 'Explore and query the GraphQL API')}
      ${link('docs', 'REST reference', 'Explore and try every REST route: sign-in, photos, import and export')}
      ${hasConsole ? link('console/', 'Console', 'Users, audit log, catalogue and programs, for administrators') : ''}
      ${hasOutbox ? link('outbox', 'Outbox', 'Mails that the service has sent') : ''}
    </ul>
    ${accounts.length > 0 ? renderAccounts(accounts) : ''}
    <h2>For developers and tools</h2>
    <ul>
      ${link('schema.graphql', 'schema.graphql', 'The GraphQL schema; its endpoint is /graphql (POST, GET or WebSocket)')}
      ${link('possible-types.json', 'possible-types.json', 'The types that implement each interface, for client caches')}
      ${link('openapi.json', 'openapi.json', 'The REST API as an OpenAPI 3.1 document')}
      ${link('.well-known/jwks.json', 'jwks.json', 'Public keys that verify tokens')}
      ${link('health/live', 'Liveness', 'Whether the process is running')}
      ${link('health/ready', 'Readiness', 'Whether the database and the storage are reachable')}
    </ul>`

const renderAccounts = (accounts: DemoAccount[]) =>
  html`<h2>Demo accounts</h2>
    <ul>
      ${accounts.map(
        ({ email, password, role }) =>
          html`<li><code>${email}</code> / <code>${password}</code> <span class="faint">${role}</span></li>`,
      )}
    </ul>`
