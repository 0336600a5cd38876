import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { App } from './app.js'
import { loadConfig, readEnvironment, type Config } from './config.js'
import { demoAccounts } from './features/auth/demo-accounts.js'
import { isLeftOver } from './graphql/left-over.js'
import { deadlineIn, withDeadline } from './lib/deadline.js'
import { explainStart } from './lib/explain.js'
import { version } from './version.js'

/** The part of SHUTDOWN_TIMEOUT after which connections that are still busy are cut, and after which all the rest is. */
const [patience, lastPatience] = [0.8, 0.95]

const signals = ['SIGTERM', 'SIGINT'] as const

/** Before the service listens there is nothing to wait for: what a start writes, the next one finds or repeats. */
const leave = () => process.exit(0)

async function start(): Promise<void> {
  const config = loadConfig(readEnvironment())
  // It takes a second to load: whoever changes their mind meanwhile is heard.
  const { buildApp } = await import('./app.js')
  const app = await buildApp(config)
  app.log.info({ version, node: process.version }, 'the service starts')
  // In their order: programs name exercises.
  for (const { seed } of app.features.modules) await seed?.()
  await app.listen({ host: config.HOST, port: config.PORT })
  for (const signal of signals) process.off(signal, leave)
  closeGracefully(app, config)
  if (config.NODE_ENV === 'development') welcome(config)
}

/** Sends clients elsewhere, answers what is in flight, then ends with exit code 0. */
function closeGracefully(app: App, { SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Config): void {
  process.on('unhandledRejection', reason => {
    // Everything else ends the service, as an exception that nobody catches.
    if (!isLeftOver(reason)) throw reason
    app.log.warn({ err: reason }, 'a field failed after its list was given up')
  })
  const skip = ['unhandledRejection' as const]
  closeWithGrace({ delay: SHUTDOWN_TIMEOUT, logger: app.log, skip }, async ({ err }) => {
    if (err) app.log.fatal({ err }, 'the service stops')
    const { left } = deadlineIn(SHUTDOWN_TIMEOUT * lastPatience)
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT * patience).unref()
    app.drain()
    if (!err) await pause(SHUTDOWN_DELAY)
    await withDeadline(app.close(), left()).catch((reason: unknown) =>
      app.log.warn({ err: reason }, 'the service ends before everything was done'),
    )
  })
}

/** What a newcomer wants to know. */
function welcome({ PUBLIC_URL, DEMO_ACCOUNTS, DATA_PATH }: Config): void {
  const [demo] = demoAccounts
  const lines = [
    '',
    'The Fitness Training Service is running.',
    '',
    `  Start     ${PUBLIC_URL}/  (the way to everything below, and to the mails)`,
    `  GraphQL   ${PUBLIC_URL}/graphql`,
    `  GraphiQL  ${PUBLIC_URL}/graphiql`,
    `  REST      ${PUBLIC_URL}/docs`,
    `  Health    ${PUBLIC_URL}/health/ready`,
    `  Data      ${DATA_PATH}  (mails: ${DATA_PATH}/outbox)`,
  ]
  if (DEMO_ACCOUNTS && demo)
    lines.push(
      `  Account   ${demo.email} / ${demo.password}`,
      '',
      'Sign in, then ask who you are:',
      '',
      `  TOKEN=$(curl -s ${PUBLIC_URL}/auth/login -H 'content-type: application/json' \\`,
      `    -d '{"email":"${demo.email}","password":"${demo.password}"}' | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')`,
      '',
      `  curl -s ${PUBLIC_URL}/graphql -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
      `    -d '{"query":"{ me { id email username role } }"}'`,
    )
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

for (const signal of signals) process.on(signal, leave)
start().catch((error: unknown) => {
  process.stderr.write(`${explainStart(error)}\n`)
  process.exit(1)
})
