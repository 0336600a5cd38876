import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { html } from '../../lib/html.js'
import { sendPage } from './page.js'

interface DemoAccount {
  email: string
  password: string
  role: string
}

interface Options {
  /** What whoever develops is shown; in production it is nobody's business. */
  devTools:
    | {
        accounts: DemoAccount[]
        /** Whether mails go to the outbox. */
        hasOutbox: boolean
      }
    | undefined
}

/** `/`, for people who open the service in a browser. */
export const home: FastifyPluginAsyncTypebox<Options> = async (app, { devTools }) => {
  const title = 'Fitness Training Service'
  const health = html`<p>The service is running. <a href="health/ready">Health</a></p>`
  const content = devTools ? html`${health} ${ways(devTools)}` : health

  // A browser cannot sign.
  app.get('/', { config: { unsigned: true }, schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, { title, content, wide: devTools !== undefined }),
  )
}

const way = (address: string, name: string, text: string) =>
  html`<li><a href="${address}">${name}</a> <span class="faint">${text}</span></li>`

const ways = ({ accounts, hasOutbox }: NonNullable<Options['devTools']>) =>
  html`<h2>Try it</h2>
    <ul>
      ${way('graphiql', 'GraphiQL', 'Explore and query the GraphQL API')}
      ${way('docs', 'REST reference', 'Explore and try every REST route: sign-in, photos, import and export')}
      ${hasOutbox ? way('outbox', 'Outbox', 'Mails that the service has sent') : ''}
    </ul>
    ${accounts.length > 0 ? accountList(accounts) : ''}
    <h2>For developers and tools</h2>
    <ul>
      ${way('schema.graphql', 'schema.graphql', 'The GraphQL schema; its endpoint is /graphql (POST, GET or WebSocket)')}
      ${way('possible-types.json', 'possible-types.json', 'The types that implement each interface, for client caches')}
      ${way('openapi.json', 'openapi.json', 'The REST API as an OpenAPI 3.1 document')}
      ${way('.well-known/jwks.json', 'jwks.json', 'Public keys that verify tokens')}
      ${way('health/live', 'Liveness', 'Whether the process is running')}
      ${way('health/ready', 'Readiness', 'Whether the database and the storage are reachable')}
    </ul>`

const accountList = (accounts: DemoAccount[]) =>
  html`<h2>Demo accounts</h2>
    <ul>
      ${accounts.map(
        ({ email, password, role }) =>
          html`<li><code>${email}</code> / <code>${password}</code> <span class="faint">${role}</span></li>`,
      )}
    </ul>`
