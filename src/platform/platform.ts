import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.js'
import { signedFilesPath } from '../lib/storage-paths.js'
import { createBackgroundTasks } from '../lib/background-tasks.js'
import { openCounters } from './counters/counters.js'
import { primaryCounters } from './counters/primary-counters.js'
import type { Database } from './database/database.js'
import { openDatabase } from './database/open-database.js'
import { databaseLocation } from './database/database-location.js'
import { openEvents } from './events/events.js'
import { createFolder } from './files/folders.js'
import { openIncomingFolder } from './files/incoming-folder.js'
import { openUploadMarkers } from './files/upload-markers.js'
import { openStorage, type StorageOptions } from './files/open-storage.js'
import { assertNoUnfinishedRestore } from './files/unfinished-restore.js'
import type { S3StorageOptions } from './files/s3/client.js'
import { instrumentStorage } from './files/instrument-storage.js'
import { loadTokenKeys, toPem } from './keys/token-keys.js'
import { createMailQueue as openMailQueue } from './mail/queue.js'
import { createMailQueueStore } from './mail/queue-store.js'
import { instrumentDatabase } from './telemetry/instrument-database.js'
import type { OpenTelemetry } from './telemetry/telemetry.js'
import type { PrimaryLink } from './primary/primary-link.js'
import { outboxTransport, smtpTransport, type MailTransport } from './mail/transports.js'
import { openRedis } from './redis.js'

const maxBackgroundTasks = 1000

export interface PlatformOptions {
  clock: () => Date
  /** Stands between the services and the database, for tests that count. */
  wrapDatabase?: (database: Database) => Database
  telemetry: OpenTelemetry
  /** Where this process is one of several of a machine. */
  primary?: PrimaryLink | undefined
  /** The look at what is about to be opened, where it has begun already. */
  dataFileCheck?: Promise<void> | undefined
}

/**
 * What the services stand on, as the settings choose it. `close` gives it back, after the work in the background.
 * @throws ConfigError, DatabaseUnavailableError
 */
export async function openPlatform(config: Config, log: FastifyBaseLogger, options: PlatformOptions) {
  const { clock, wrapDatabase = database => database, telemetry, primary, dataFileCheck } = options
  const watch = instrumentDatabase({ ...telemetry, log, slowThreshold: config.SLOW_QUERY })
  const { DATA_PATH, REDIS_URL } = config
  // Before anything is written: keys would be made for a folder that lacks its own.
  await assertNoUnfinishedRestore(DATA_PATH)
  await createFolder(DATA_PATH)
  const keysFolder = join(DATA_PATH, 'keys')
  const keys = await loadTokenKeys({
    privateKey: config.JWT_PRIVATE_KEY_PATH,
    publicKeys: config.JWT_PUBLIC_KEY_PATH,
    folder: keysFolder,
  })
  const database = wrapDatabase(
    await openDatabase({ ...databaseLocation(config), watch, clock, dataFileCheck }),
  )
  const { headers } = telemetry.tracing
  const { storage: files, download } = await openStorage(
    storageOptions(config, keysFolder, { clock, headers, log }),
  ).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const storage = instrumentStorage(files, telemetry)
  // Beside the local storage, where storing a file is a rename.
  const incomingFolder = await openIncomingFolder(join(download?.storage.root ?? DATA_PATH, '.incoming'))
  const uploadMarkers = await openUploadMarkers(join(DATA_PATH, 'unanswered'))
  // It outlives a rotation of the keys: what waits can still be read.
  const queueSecret = config.HMAC_SECRET ?? toPem(keys.privateKey)
  const mailQueue = openMailQueue({
    ...{ database, store: createMailQueueStore(database), clock, log, telemetry },
    transport: createMailTransport(config, log),
    secret: queueSecret,
  })
  const redisIsAway = (error: Error) => log.warn({ err: error }, 'Redis is away')
  const redis = REDIS_URL === undefined ? undefined : await openRedis(REDIS_URL, redisIsAway)
  telemetry.meter.gauge('fitness_redis_connections_away', {}, () => redis?.disconnectedCount() ?? 0)
  const counters = openCounters(redis, primary && primaryCounters(primary))
  const events = openEvents(redis, primary)
  const work = createBackgroundTasks(maxBackgroundTasks, (err, { purpose, requestId }) =>
    log.error({ err, reqId: requestId, purpose }, 'work in the background failed'),
  )
  const ends: (() => Promise<unknown>)[] = []

  async function close(): Promise<void> {
    await work.drain()
    for (const end of ends) await end().catch((error: unknown) => log.error({ err: error }, 'the end failed'))
    await mailQueue.close()
    await Promise.all([counters.close(), events.close()])
    await database.close()
  }
  return {
    ...{ telemetry, log, clock, keys, database, storage, download, incomingFolder, uploadMarkers, mailQueue },
    ...{ counters, events },
    /** What the keys of what waits in the database, encrypted, are made from. */
    queueSecret,
    backgroundTasks: work,
    /** Has something done at the end, while the database is still open. */
    onClose: (end: () => Promise<unknown>) => void ends.push(end),
    close,
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

function storageOptions(
  config: Config,
  keysFolder: string,
  use: Pick<S3StorageOptions, 'clock' | 'headers' | 'log'>,
): StorageOptions {
  if (config.OBJECT_STORAGE_PROVIDER === 'LOCAL')
    return {
      basePath: config.LOCAL_STORAGE_BASE_PATH,
      baseUrl: config.LOCAL_STORAGE_BASE_URL + signedFilesPath,
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

function createMailTransport(
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
