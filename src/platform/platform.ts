import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.js'
import { signedFilesPath } from '../lib/storage-paths.js'
import { createBackgroundTasks } from '../lib/background-tasks.js'
import { openCounters } from './counters/open-counters.js'
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
import { loadTokenKeys, tokenKeyPaths, toPem } from './keys/token-keys.js'
import { createMailQueue } from './mail/queue.js'
import { createMailQueueStore } from './mail/queue-store.js'
import { instrumentDatabase } from './telemetry/instrument-database.js'
import type { ProcessTelemetry } from './telemetry/telemetry.js'
import type { PrimaryLink } from './primary/primary-link.js'
import { outboxTransport, smtpTransport, type MailTransport } from './mail/transports.js'
import { openRedis } from './redis.js'

const maxBackgroundTasks = 1000

export interface PlatformOptions {
  clock: () => Date
  /** Wraps the database; for tests. */
  wrapDatabase?: (database: Database) => Database
  telemetry: ProcessTelemetry
  /** The link to the primary process, if this process is a worker. */
  primary?: PrimaryLink | undefined
  /** The check of the data file, if it was started before. */
  dataFileCheck?: Promise<void> | undefined
  /** The signing key of a first start, if its generation was started before. */
  newTokenKey?: Promise<string> | undefined
}

/**
 * Opens the infrastructure that the settings choose: database, storage, mail, counters, events. `close` finishes the
 * background tasks and releases everything.
 * @throws ConfigError, DatabaseUnavailableError
 */
export async function openPlatform(config: Config, log: FastifyBaseLogger, options: PlatformOptions) {
  const { clock, wrapDatabase = database => database, telemetry, primary } = options
  // Check this first: otherwise new keys would be generated in a folder whose own keys are not restored yet.
  await assertNoUnfinishedRestore(config.DATA_PATH)
  await createFolder(config.DATA_PATH)
  const keyPaths = tokenKeyPaths(config)
  const keys = await loadTokenKeys(keyPaths, options.newTokenKey)
  const database = wrapDatabase(
    await openDatabase({
      ...databaseLocation(config),
      instrumentation: instrumentDatabase({ ...telemetry, log, slowThreshold: config.SLOW_QUERY }),
      clock,
      dataFileCheck: options.dataFileCheck,
      report: message => log.info(message),
    }),
  )
  const files = await openFiles(config, keyPaths.folder, { clock, log, telemetry }).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  // With HMAC_SECRET, queued data can still be decrypted after the token keys are rotated.
  const encryptionSecret = config.HMAC_SECRET ?? toPem(keys.privateKey)
  const mailQueue = createMailQueue({
    database,
    store: createMailQueueStore(database),
    clock,
    log,
    telemetry,
    transport: createMailTransport(config, log),
    secret: encryptionSecret,
  })
  const onRedisError = (error: Error) => log.warn({ err: error }, 'Redis is not available')
  const redis = config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL, onRedisError)
  telemetry.meter.gauge('fitness_redis_connections_down', {}, () => redis?.disconnectedCount() ?? 0)
  const counters = openCounters(redis, primary && primaryCounters(primary))
  const events = openEvents(redis, primary)
  const backgroundTasks = createBackgroundTasks(maxBackgroundTasks, (err, { purpose, requestId }) =>
    log.error({ err, reqId: requestId, purpose }, 'background task failed'),
  )
  const closeHandlers: (() => Promise<unknown>)[] = []

  async function close(): Promise<void> {
    await backgroundTasks.drain()
    for (const handler of closeHandlers)
      await handler().catch((error: unknown) => log.error({ err: error }, 'close handler failed'))
    await mailQueue.close()
    await Promise.all([counters.close(), events.close()])
    await database.close()
  }
  return {
    telemetry,
    log,
    clock,
    keys,
    database,
    ...files,
    mailQueue,
    counters,
    events,
    /** The secret from which the keys are derived that encrypt queued mails and the sessions of the console. */
    encryptionSecret,
    backgroundTasks,
    /** Registers a function that runs before the database is closed. */
    onClose: (handler: () => Promise<unknown>) => void closeHandlers.push(handler),
    close,
  }
}

/** Opens the file storage, and the folders for uploads in progress. */
async function openFiles(
  config: Config,
  keysFolder: string,
  { clock, log, telemetry }: Pick<PlatformOptions, 'clock' | 'telemetry'> & { log: FastifyBaseLogger },
) {
  const { headers } = telemetry.tracing
  const { storage, download } = await openStorage(storageOptions(config, keysFolder, { clock, headers, log }))
  const markersFolder = join(config.DATA_PATH, 'upload-markers')
  // An earlier version named the folder `unanswered`. The rename fails if there is none.
  await rename(join(config.DATA_PATH, 'unanswered'), markersFolder).catch(() => undefined)
  return {
    storage: instrumentStorage(storage, telemetry),
    download,
    // Use the file system of the local storage, so that a file is stored by a rename.
    incomingFolder: await openIncomingFolder(join(download?.storage.root ?? config.DATA_PATH, '.incoming')),
    uploadMarkers: await openUploadMarkers(markersFolder),
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

export function storageOptions(
  config: Config,
  keysFolder: string,
  dependencies: Pick<S3StorageOptions, 'clock' | 'headers' | 'log'>,
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
    ...dependencies,
  }
}

function createMailTransport(
  { SMTP_URL, MAIL_FROM, DATA_PATH, NODE_ENV }: Config,
  log: FastifyBaseLogger,
): MailTransport {
  if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL, MAIL_FROM)
  return outboxTransport(join(DATA_PATH, 'outbox'), MAIL_FROM, (file, { to, subject, text }) => {
    // In development there is no mailbox: print the text, so that its link can be opened.
    const isDevelopment = NODE_ENV === 'development'
    log.info(isDevelopment ? { to, file } : { file }, `mail: ${subject}${isDevelopment ? `\n\n${text}` : ''}`)
  })
}
