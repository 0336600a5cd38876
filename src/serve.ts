import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { GraphQLError } from 'graphql'
import type { App } from './app.js'
import { isOnlyLocal, loadConfig, readEnvironment, type Config } from './config.js'
import { demoAccounts } from './features/people/auth/registration/demo-accounts.js'
import { deadlineIn, withDeadline } from './lib/deadline.js'
import { explainStartError } from './lib/startup-errors.js'
import { seconds } from './lib/quantities.js'
import { checkDataFile } from './platform/database/embedded/check-data-file.js'
import { createInitialDataFile } from './platform/database/embedded/initial-data-file.js'
import { databaseLocation } from './platform/database/database-location.js'
import { generateMissingKey, tokenKeyPaths } from './platform/keys/token-keys.js'
import {
  isWorker,
  connectToPrimary,
  type ShutdownReason,
  type PrimaryLink,
} from './platform/primary/primary-link.js'
import { version } from './version.js'
import { welcome } from './welcome.js'

/** The fraction of SHUTDOWN_TIMEOUT after which busy connections are closed. */
const connectionTimeoutRatio = 0.8
/** The fraction of SHUTDOWN_TIMEOUT after which the service exits with unfinished work. */
const drainTimeoutRatio = 0.95

/** The minimum time that a replaced worker continues, so that `connection: close` reaches each of its clients. */
const minHandOverTime = 1 * seconds

/**
 * Runs the service until the process exits.
 * @param removeExitHandlers called when the service handles termination signals itself
 */
export function serve(removeExitHandlers: () => void): void {
  start(removeExitHandlers).catch((error: unknown) => {
    process.stderr.write(`${explainStartError(error)}\n`)
    process.exit(1)
  })
}

async function start(removeExitHandlers: () => void): Promise<void> {
  const config = loadConfig(readEnvironment())
  if (config.WORKERS > 1 && !isWorker) {
    const { runPrimary } = await import('./workers/primary.js')
    return runPrimary(config, removeExitHandlers)
  }
  const primary = isWorker ? connectToPrimary() : undefined
  // Check or create the data file and generate a missing key while the application is loading.
  const dataFileCheck = checkOrCreateDataFile(config)
  dataFileCheck.catch(() => undefined)
  const newTokenKey = generateMissingKey(tokenKeyPaths(config))
  newTokenKey?.catch(() => undefined)
  const { buildApp } = await import('./app.js')
  const app = await buildApp(config, { primary, dataFileCheck, newTokenKey })
  app.log.info({ version, node: process.version }, 'service starting')
  // Seed in module order, because programs refer to exercises.
  for (const { seed } of app.features.modules) await seed?.()
  if (!isOnlyLocal(config)) await warnOfDemoAccounts(app)
  await app.listen({ host: config.HOST, port: config.PORT })
  closeGracefully(app, config, primary)
  removeExitHandlers()
  primary?.notify('ready', null)
  if (config.NODE_ENV === 'development' && !primary) welcome(config)
}

async function checkOrCreateDataFile(config: Config): Promise<void> {
  const location = databaseLocation(config)
  await checkDataFile(location)
  // Ignore errors: opening the database reports them in more detail.
  await createInitialDataFile(location, config.DATA_PATH).catch(() => undefined)
}

/** Warns of demo accounts that an earlier start or a moved database contains, because others can connect now. */
async function warnOfDemoAccounts({ features, log }: App): Promise<void> {
  const { account } = features.services
  for (const { email } of demoAccounts)
    if (await account.findByEmail(email))
      log.warn(
        `The account ${email} exists. If it is the demo account, everybody knows its password: delete it in the console.`,
      )
}

/** Shuts the service down after a termination signal or an uncaught error, or when its primary demands it. */
function closeGracefully(app: App, config: Config, primary: PrimaryLink | undefined): void {
  process.on('unhandledRejection', reason => {
    // Any other unhandled rejection ends the service like an uncaught exception.
    if (!isOrphanedRejection(reason)) throw reason
    app.log.warn({ err: reason }, 'a field failed after the response was completed')
  })
  // A worker ignores these signals, because its primary tells it when to shut down.
  const skip = ['unhandledRejection' as const, ...(primary ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : [])]
  let shutdownReason: ShutdownReason = { isReplaced: false }
  const grace = closeWithGrace(
    { delay: config.SHUTDOWN_TIMEOUT, logger: app.log, skip },
    ({ err = shutdownReason.err }) => shutDown(app, config, { ...shutdownReason, ...(err && { err }) }),
  )
  primary?.onShutdown(reason => {
    shutdownReason = reason
    grace.close()
  })
}

/** Drains connections, and completes requests in progress. */
async function shutDown(app: App, config: Config, { err, isReplaced }: ShutdownReason): Promise<void> {
  const { SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT } = config
  if (err) {
    app.recordCrash?.()
    app.log.fatal({ err }, 'service stopping')
  }
  const { left } = deadlineIn(SHUTDOWN_TIMEOUT * drainTimeoutRatio)
  setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT * connectionTimeoutRatio).unref()
  if (isReplaced) app.handOver()
  else app.drain()
  if (!err) await pause(isReplaced ? handOverDelay(config) : SHUTDOWN_DELAY)
  await withDeadline(app.close(), left()).catch((reason: unknown) =>
    app.log.warn({ err: reason }, 'shutdown timed out: the service exits with unfinished work'),
  )
}

const handOverDelay = ({ SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Config) =>
  Math.max(SHUTDOWN_DELAY, Math.min(minHandOverTime, SHUTDOWN_TIMEOUT / 2))

/**
 * Returns whether a rejected promise without a handler belongs to a field. When one item of a list fails synchronously,
 * graphql-js before 17 drops the promises of the other items. Their rejections would only be further reasons for the
 * same null. Only errors of fields have a path.
 */
const isOrphanedRejection = (reason: unknown): boolean =>
  reason instanceof GraphQLError && reason.path !== undefined
