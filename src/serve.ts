import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import closeWithGrace from 'close-with-grace'
import type { App } from './app.js'
import { loadConfig, readEnvironment, type Config } from './config.js'
import { isOrphanedRejection } from './graphql/orphaned-rejections.js'
import { deadlineIn, withDeadline } from './lib/deadline.js'
import { explainStartError } from './lib/startup-errors.js'
import { seconds } from './lib/quantities.js'
import { checkDataFile } from './platform/database/embedded/check-data-file.js'
import { databaseLocation } from './platform/database/database-location.js'
import {
  isWorker,
  connectToPrimary,
  type ShutdownReason,
  type PrimaryLink,
} from './platform/primary/primary-link.js'
import { version } from './version.js'
import { welcome } from './welcome.js'

/** The part of SHUTDOWN_TIMEOUT after which connections that are still busy are cut, and after which all the rest is. */
const [connectionTimeoutRatio, drainTimeoutRatio] = [0.8, 0.95]

/** How long a worker that is replaced goes on at least: each of its clients asks once more, and learns to go elsewhere. */
const minHandOverTime = 1 * seconds

/**
 * How far the heap may grow, in percent of what lives in it, before it is collected. Left to itself V8 lets it become
 * four times as large where little of what is made stays, which a service has no use for.
 */
const heapGrowthPercent = 100

/**
 * V8 makes where old objects live what often was still there when the young were collected. With many requests under
 * way that is what each answer is made of, and then all of it waits for a full collection.
 */
const noPretenuringFlag = '--no-allocation-site-pretenuring'

/**
 * The service, until it ends the process.
 * @param leaveNoMore called when signals that end it are heard by itself
 */
export function serve(leaveNoMore: () => void): void {
  start(leaveNoMore).catch((error: unknown) => {
    process.stderr.write(`${explainStartError(error)}\n`)
    process.exit(1)
  })
}

async function start(leaveNoMore: () => void): Promise<void> {
  const config = loadConfig(readEnvironment())
  if (config.WORKERS > 1 && !isWorker) {
    const { runPrimary } = await import('./workers/primary.js')
    return runPrimary(config, leaveNoMore)
  }
  const primary = isWorker ? connectToPrimary() : undefined
  // It takes a while to load: whoever changes their mind meanwhile is heard, and another process looks at the data.
  const dataFileCheck = checkDataFile(databaseLocation(config))
  dataFileCheck.catch(() => undefined)
  const { buildApp } = await import('./app.js')
  const app = await buildApp(config, { primary, dataFileCheck })
  app.log.info({ version, node: process.version }, 'the service starts')
  // In their order: programs name exercises.
  for (const { seed } of app.features.modules) await seed?.()
  await app.listen({ host: config.HOST, port: config.PORT })
  closeGracefully(app, config, primary)
  leaveNoMore()
  // A start makes little that does not stay.
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`)
  setFlagsFromString(noPretenuringFlag)
  primary?.notify('ready', null)
  if (config.NODE_ENV === 'development' && !primary) welcome(config)
  if (config.NODE_ENV !== 'production') await warnOfStaleGeneratedCode(app)
}

/** Tells a developer who changed the schema that the generated code does not fit it. */
async function warnOfStaleGeneratedCode(app: App): Promise<void> {
  const { isGeneratedCodeCurrent } = await import('./graphql/generated-code.js')
  if (!isGeneratedCodeCurrent())
    app.log.warn('schema/ has changed since generated/ was written: run npm run codegen')
}

/** Sends clients elsewhere, answers what is in flight, then ends with exit code 0. */
function closeGracefully(app: App, config: Config, primary: PrimaryLink | undefined): void {
  const { SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT } = config
  process.on('unhandledRejection', reason => {
    // Everything else ends the service, as an exception that nobody catches.
    if (!isOrphanedRejection(reason)) throw reason
    app.log.warn({ err: reason }, 'a field failed after its list was given up')
  })
  // Whoever has a primary hears from it when to leave.
  const skip = ['unhandledRejection' as const, ...(primary ? (['SIGTERM', 'SIGINT', 'SIGHUP'] as const) : [])]
  let why: ShutdownReason = { isReplaced: false }
  const grace = closeWithGrace(
    { delay: SHUTDOWN_TIMEOUT, logger: app.log, skip },
    async ({ err = why.err }) => {
      if (err) {
        app.recordCrash?.()
        app.log.fatal({ err }, 'the service stops')
      }
      const { left } = deadlineIn(SHUTDOWN_TIMEOUT * drainTimeoutRatio)
      setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT * connectionTimeoutRatio).unref()
      if (why.isReplaced) app.handOver()
      else app.drain()
      if (!err) await pause(why.isReplaced ? handOverDelay(config) : SHUTDOWN_DELAY)
      await withDeadline(app.close(), left()).catch((reason: unknown) =>
        app.log.warn({ err: reason }, 'the service ends before everything was done'),
      )
    },
  )
  primary?.onShutdown(leave => {
    why = leave
    grace.close()
  })
}

const handOverDelay = ({ SHUTDOWN_DELAY, SHUTDOWN_TIMEOUT }: Config) =>
  Math.max(SHUTDOWN_DELAY, Math.min(minHandOverTime, SHUTDOWN_TIMEOUT / 2))
