import { Piscina } from 'piscina'
import { AppError, badUserInput, unavailable } from '../../../../errors.js'
import { minutes } from '../../../../lib/quantities.js'
import type { Records } from '../free-exercise-db/records.js'
import type { CatalogueFile } from './read-thread.js'

/** The number of files that wait for the thread. */
const maxWaiting = 4
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** Reads files in a worker thread, so that no file can block the event loop. */
export function catalogueFileReader() {
  const pool = new Piscina({
    filename: new URL('./read-thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: maxWaiting,
    idleTimeout: 1 * minutes,
    resourceLimits,
  })

  return {
    /** @throws AppError BAD_USER_INPUT, SERVICE_UNAVAILABLE */
    async read(path: string): Promise<Records> {
      if (pool.queueSize >= maxWaiting)
        throw unavailable('Other files are being read. Try again in a minute.', 60)
      const file = await pool.run(path).then(
        (result: unknown) => result as CatalogueFile,
        (error: unknown) => {
          if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
          throw new AppError('BAD_USER_INPUT', 'The file needs too much memory. Split it.', { field: 'file' })
        },
      )
      if ('problem' in file) throw badUserInput('file', file.problem)
      return file.records
    },

    close: () => pool.destroy(),
  }
}
