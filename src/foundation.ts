import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.js'
import { openCounters } from './data/counters.js'
import { openEvents } from './data/events.js'
import { incomingFolder } from './data/incoming.js'
import { openMailer } from './data/mailer.js'
import { openDatabase } from './data/open-database.js'
import { openStorage } from './data/open-storage.js'
import { passwordHasher } from './features/auth/passwords.js'
import { background } from './lib/background.js'

const backgroundLimit = 1000

/**
 * What the services stand on, as the settings choose it. `close` gives it back, after the work in the background.
 * @throws ConfigError, DatabaseUnavailableError
 */
export async function openFoundation(config: Config, log: FastifyBaseLogger, clock: () => Date) {
  const folder = join(config.DATA_PATH, 'database')
  const database = await openDatabase({ mongodbUri: config.MONGODB_URI, folder })
  const { storage, download } = await openStorage(config, clock)
  // Beside the local storage, where storing a file is a rename.
  const incoming = await incomingFolder(
    join(download ? config.LOCAL_STORAGE_BASE_PATH : config.DATA_PATH, '.incoming'),
  )
  const mailer = openMailer(config, (file, { to, subject, text }) =>
    // Whoever develops has no mailbox: the link in the text is to be opened from here.
    log.info({ to, file, ...(config.NODE_ENV === 'development' ? { text } : {}) }, `mail: ${subject}`),
  )
  const redisIsAway = (error: Error) => log.warn({ err: error }, 'Redis is away')
  const counters = openCounters(config.REDIS_URL, redisIsAway)
  const events = openEvents(config.REDIS_URL, redisIsAway)
  const passwords = passwordHasher(config.BCRYPT_SALT_ROUNDS)
  const work = background(backgroundLimit, error =>
    log.error({ err: error }, 'work in the background failed'),
  )

  async function close(): Promise<void> {
    await work.settled()
    mailer.close()
    await Promise.all([passwords.close(), counters.close(), events.close()])
    await database.close()
  }
  return {
    ...{ config, clock, database, storage, download, incoming, mailer, counters, events, passwords },
    background: work,
    close,
  }
}

export type Foundation = Awaited<ReturnType<typeof openFoundation>>
