import { join, resolve } from 'node:path'
import { demoAccounts } from './features/people/auth/registration/demo-accounts.js'

interface WelcomeConfig {
  PUBLIC_URL: string
  DEMO_ACCOUNTS: boolean
  DATA_PATH: string
  OUTBOX_ENABLED: boolean
  WEB_APP_ENABLED: boolean
  CONSOLE_ENABLED: boolean
}

/** Prints the addresses and the demo account when the service starts in development. */
export function welcome(config: WelcomeConfig): void {
  const { PUBLIC_URL, DEMO_ACCOUNTS, OUTBOX_ENABLED, DATA_PATH, WEB_APP_ENABLED, CONSOLE_ENABLED } = config
  const [demo] = demoAccounts
  const lines = [
    '',
    'The Fitness Training Service is running.',
    '',
    `  Start     ${PUBLIC_URL}/  (links to everything below${OUTBOX_ENABLED ? ' and to the mails' : ''})`,
    ...(WEB_APP_ENABLED ? [`  Web app   ${PUBLIC_URL}/app/`] : []),
    ...(CONSOLE_ENABLED ? [`  Console   ${PUBLIC_URL}/console/`] : []),
    `  GraphQL   ${PUBLIC_URL}/graphql`,
    `  GraphiQL  ${PUBLIC_URL}/graphiql`,
    `  REST      ${PUBLIC_URL}/docs`,
    `  Health    ${PUBLIC_URL}/health/ready`,
    `  Data      ${resolve(DATA_PATH)}  (mails: ${join(DATA_PATH, 'outbox')})`,
  ]
  if (DEMO_ACCOUNTS && demo)
    lines.push(
      `  Account   ${demo.email} / ${demo.password}`,
      '',
      'Sign in, then query your account:',
      '',
      `  TOKEN=$(curl -s ${PUBLIC_URL}/auth/login -H 'content-type: application/json' \\`,
      `    -d '{"email":"${demo.email}","password":"${demo.password}"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`,
      '',
      `  curl -s ${PUBLIC_URL}/graphql -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
      `    -d '{"query":"{ me { id email username role } }"}'`,
    )
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
