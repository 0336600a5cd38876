import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import type { FastifyBaseLogger } from 'fastify'
import { loadConfig, readEnvironment, type Config } from '../config.js'
import { createLogger } from '../http/logger.js'
import { openMetricsPort } from '../http/metrics-port.js'
import { seconds } from '../lib/quantities.js'
import type { Channel } from '../platform/primary/channel.js'
import { workerArgument } from '../platform/primary/primary-link.js'
import { version } from '../version.js'
import { welcome } from '../welcome.js'
import { createBroker } from './broker.js'
import { createWorkerPool, type WorkerPool } from './worker-pool.js'
import { createLauncher } from './worker-process.js'

/**
 * Runs WORKERS processes that serve one port. The primary itself serves only metrics. SIGHUP reloads the settings and
 * replaces the workers one at a time. SIGTERM and SIGINT shut all of them down. If a worker fails during the first start,
 * the process exits with code 1.
 * @param removeExitHandlers called when the primary handles termination signals itself
 */
export async function runPrimary(config: Config, removeExitHandlers: () => void): Promise<void> {
  const isDevelopment = config.NODE_ENV === 'development'
  const log = createLogger(config.LOG_LEVEL, isDevelopment)
  log.info({ version, node: process.version, workers: config.WORKERS }, 'primary starting')
  cluster.setupPrimary({ args: [...process.argv.slice(2), workerArgument] })
  let latestConfig = config
  /** Each connects a worker, and returns a function that disconnects it. */
  const connectors: ((channel: Channel) => () => void)[] = [createBroker()]
  const launch = createLauncher({
    connect(channel) {
      const connected = connectors.map(connect => connect(channel))
      return () => connected.forEach(disconnect => disconnect())
    },
    shutdownTimeout: () => latestConfig.SHUTDOWN_TIMEOUT,
    log,
  })
  const workers = createWorkerPool({ launch, log })
  if (config.METRICS_PORT !== undefined) connectors.push(await serveMetrics(workers, config, log))
  closeGracefully(workers, config, log)
  removeExitHandlers()
  process.on('SIGHUP', () => {
    try {
      latestConfig = loadConfig(readEnvironment())
      log.info({ workers: latestConfig.WORKERS }, 'replacing all workers')
      workers.replaceAll(latestConfig.WORKERS)
    } catch (err) {
      log.error({ err }, 'workers not replaced: the settings are invalid')
    }
  })
  try {
    await workers.start(config.WORKERS)
  } catch (err) {
    log.fatal({ err }, 'primary exiting')
    await workers.end()
    process.exit(1)
  }
  if (isDevelopment) welcome(config)
}

async function serveMetrics(workers: WorkerPool, { HOST, METRICS_PORT = 0 }: Config, log: FastifyBaseLogger) {
  const { primaryMetrics } = await import('./primary-metrics.js')
  const { connect, registry } = primaryMetrics(workers)
  await openMetricsPort({ registry, host: HOST, port: METRICS_PORT, log })
  return connect
}

function closeGracefully(workers: WorkerPool, { SHUTDOWN_TIMEOUT }: Config, log: FastifyBaseLogger): void {
  // Workers shut down by themselves before that. Those that do not are killed.
  const delay = SHUTDOWN_TIMEOUT + 2 * seconds
  closeWithGrace({ delay, logger: log, skip: ['SIGHUP'], onSecondSignal: workers.kill }, async ({ err }) => {
    if (err) log.fatal({ err }, 'primary stopping')
    await workers.end()
  })
}
