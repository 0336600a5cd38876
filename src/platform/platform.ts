import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.js'
import { openCounters } from './counters/counters.js'
import { openEvents } from './events/events.js'
import { incomingFolder } from './files/incoming.js'
import { openMailer } from './mail/mailer.js'
import { openDatabase } from './database/open.js'
import { openFiles } from './files/open.js'
import { background } from '../lib/background.js'

const backgroundLimit = 1000

/**
 * What the services stand on, as the settings choose it. `close` gives it back, after the work in the background.
 * @throws ConfigError, DatabaseUnavailableError
 */
export async function openPlatform(config: Config, log: FastifyBaseLogger, clock: () => Date) {
  const folder = join(config.DATA_PATH, 'database')
  const database = await openDatabase({ mongodbUri: config.MONGODB_URI, folder })
  const { storage, download } = await openFiles(config, clock)
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
  const ends: (() => Promise<unknown>)[] = []
  const work = background(backgroundLimit, error =>
    log.error({ err: error }, 'work in the background failed'),
  )

  async function close(): Promise<void> {
    await work.settled()
    mailer.close()
    await Promise.all([...ends.map(end => end()), counters.close(), events.close()])
    await database.close()
  }
  return {
    ...{ config, clock, database, storage, download, incoming, mailer, counters, events },
    background: work,
    /** Calls this at the end, while the database is still open. */
    atEnd: (end: () => Promise<unknown>) => void ends.push(end),
    close,
  }
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>
