import cluster from 'node:cluster'
import closeWithGrace from 'close-with-grace'
import { loadConfig, readEnvironment, type Config } from '../config.js'
import { logger } from '../http/logger.js'
import { seconds } from '../lib/quantities.js'
import { workerMark } from '../platform/primary/link.js'
import { version } from '../version.js'
import { welcome } from '../welcome.js'
import { fleet } from './fleet.js'
import { launcher } from './worker-process.js'

/**
 * Has WORKERS processes serve at one port, and serves nothing itself. SIGHUP replaces them one after the other, with
 * settings that are read anew; SIGTERM and SIGINT end all.
 * What keeps them from starting at first ends the process with exit code 1.
 */
export async function runPrimary(config: Config): Promise<void> {
  const isDevelopment = config.NODE_ENV === 'development'
  const log = logger(config.LOG_LEVEL, isDevelopment)
  log.info({ version, node: process.version, workers: config.WORKERS }, 'the primary starts')
  cluster.setupPrimary({ args: [workerMark] })
  let latest = config
  const launch = launcher({
    connect: () => () => undefined,
    leaveTimeout: () => latest.SHUTDOWN_TIMEOUT,
    log,
  })
  const workers = fleet({ launch, log })

  closeWithGrace(
    {
      // Workers end by themselves before that; those that do not are killed.
      delay: config.SHUTDOWN_TIMEOUT + 2 * seconds,
      logger: log,
      skip: ['SIGHUP'],
      onSecondSignal: workers.kill,
    },
    async ({ err }) => {
      if (err) log.fatal({ err }, 'the primary stops')
      await workers.end()
    },
  )
  process.on('SIGHUP', () => {
    try {
      latest = loadConfig(readEnvironment())
      log.info({ workers: latest.WORKERS }, 'every worker is replaced')
      workers.renew(latest.WORKERS)
    } catch (err) {
      log.error({ err }, 'nobody is replaced: the settings are wrong')
    }
  })
  try {
    await workers.start(config.WORKERS)
  } catch (err) {
    log.fatal({ err }, 'the primary ends')
    await workers.end()
    process.exit(1)
  }
  if (isDevelopment) welcome(config)
}
