import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.js'
import { signedFilesAddress } from '../lib/addresses.js'
import { background } from '../lib/background.js'
import { openCounters } from './counters/counters.js'
import { countsOfPrimary } from './counters/primary.js'
import type { Database } from './database/database.js'
import { openDatabase } from './database/open.js'
import { databaseOptions } from './database/options.js'
import { openEvents } from './events/events.js'
import { makeFolder } from './files/folder.js'
import { incomingFolder } from './files/incoming.js'
import { openMarks } from './files/marks.js'
import { openFiles, type FilesOptions } from './files/open.js'
import { assertNoUnfinishedRestore } from './files/unfinished-restore.js'
import type { S3StorageOptions } from './files/s3/client.js'
import { watchedStorage } from './files/watched.js'
import { loadTokenKeys, pemOf } from './keys/keys.js'
import { mailQueue as openMailQueue } from './mail/queue.js'
import { mailQueueStore } from './mail/queue-store.js'
import { databaseWatch } from './telemetry/database-watch.js'
import type { OpenTelemetry } from './telemetry/telemetry.js'
import type { Primary } from './primary/link.js'
import { outboxTransport, smtpTransport, type MailTransport } from './mail/transports.js'
import { openRedis } from './redis.js'

const backgroundLimit = 1000

export interface PlatformOptions {
  clock: () => Date
  /** Stands between the services and the database, for tests that count. */
  observe?: (database: Database) => Database
  telemetry: OpenTelemetry
  /** Where this process is one of several of a machine. */
  primary?: Primary | undefined
  /** The look at what is about to be opened, where it has begun already. */
  dataChecked?: Promise<void> | undefined
}

/**
 * What the services stand on, as the settings choose it. `close` gives it back, after the work in the background.
 * @throws ConfigError, DatabaseUnavailableError
 */
export async function openPlatform(config: Config, log: FastifyBaseLogger, options: PlatformOptions) {
  const { clock, observe = database => database, telemetry, primary, dataChecked } = options
  const watch = databaseWatch({ ...telemetry, log, slow: config.SLOW_QUERY })
  const { DATA_PATH, REDIS_URL } = config
  // Before anything is written: keys would be made for a folder that lacks its own.
  await assertNoUnfinishedRestore(DATA_PATH)
  await makeFolder(DATA_PATH)
  const keysFolder = join(DATA_PATH, 'keys')
  const keys = await loadTokenKeys({
    privateKey: config.JWT_PRIVATE_KEY_PATH,
    publicKeys: config.JWT_PUBLIC_KEY_PATH,
    folder: keysFolder,
  })
  const database = observe(
    await openDatabase({ ...databaseOptions(config), watch, clock, checked: dataChecked }),
  )
  const { headers } = telemetry.tracing
  const { storage: files, download } = await openFiles(
    filesOptions(config, keysFolder, { clock, headers, log }),
  ).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const storage = watchedStorage(files, telemetry)
  // Beside the local storage, where storing a file is a rename.
  const incoming = await incomingFolder(join(download?.storage.root ?? DATA_PATH, '.incoming'))
  const unanswered = await openMarks(join(DATA_PATH, 'unanswered'))
  // It outlives a rotation of the keys: what waits can still be read.
  const waitingSecret = config.HMAC_SECRET ?? pemOf(keys.privateKey)
  const mailQueue = openMailQueue({
    ...{ database, store: mailQueueStore(database), clock, log, telemetry },
    transport: mailTransport(config, log),
    secret: waitingSecret,
  })
  const redisIsAway = (error: Error) => log.warn({ err: error }, 'Redis is away')
  const redis = REDIS_URL === undefined ? undefined : await openRedis(REDIS_URL, redisIsAway)
  telemetry.meter.gauge('fitness_redis_connections_away', {}, () => redis?.away() ?? 0)
  const counters = openCounters(redis, primary && countsOfPrimary(primary))
  const events = openEvents(redis, primary)
  const work = background(backgroundLimit, (err, { purpose, requestId }) =>
    log.error({ err, reqId: requestId, purpose }, 'work in the background failed'),
  )
  const ends: (() => Promise<unknown>)[] = []

  async function close(): Promise<void> {
    await work.settled()
    for (const end of ends) await end().catch((error: unknown) => log.error({ err: error }, 'the end failed'))
    await mailQueue.close()
    await Promise.all([counters.close(), events.close()])
    await database.close()
  }
  return {
    ...{ telemetry, log, clock, keys, database, storage, download, incoming, unanswered, mailQueue },
    ...{ counters, events },
    /** What the keys of what waits in the database, encrypted, are made from. */
    waitingSecret,
    background: work,
    /** Has something done at the end, while the database is still open. */
    atEnd: (end: () => Promise<unknown>) => void ends.push(end),
    close,
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

function filesOptions(
  config: Config,
  keysFolder: string,
  use: Pick<S3StorageOptions, 'clock' | 'headers' | 'log'>,
): FilesOptions {
  if (config.OBJECT_STORAGE_PROVIDER === 'LOCAL')
    return {
      basePath: config.LOCAL_STORAGE_BASE_PATH,
      baseUrl: config.LOCAL_STORAGE_BASE_URL + signedFilesAddress,
      secret: config.LOCAL_STORAGE_SECRET,
      keysFolder,
    }
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: config.S3_FORCE_PATH_STYLE,
    buckets: {
      'user-assets': config.S3_BUCKET_USER_ASSETS ?? '',
      'app-assets': config.S3_BUCKET_APP_ASSETS ?? '',
    },
    timeout: config.REQUEST_TIMEOUT,
    ...use,
  }
}

function mailTransport(
  { SMTP_URL, MAIL_FROM, DATA_PATH, NODE_ENV }: Config,
  log: FastifyBaseLogger,
): MailTransport {
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL, MAIL_FROM)
  return outboxTransport(join(DATA_PATH, 'outbox'), MAIL_FROM, (file, { to, subject, text }) => {
    // Whoever develops has no mailbox: the link in the text is to be opened from here.
    const shown = NODE_ENV === 'development' ? `\n\n${text}` : ''
    log.info(NODE_ENV === 'development' ? { to, file } : { file }, `mail: ${subject}${shown}`)
  })
}
