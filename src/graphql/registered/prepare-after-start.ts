import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../../lib/quantities.js'
import type { RegisteredDocument } from '../pipeline/document-finder.js'

/** The time from listening until the registered operations are prepared, so that the first requests do not wait. */
export const preparationDelay = 1 * seconds

/**
 * The pause before each registered operation is prepared, in milliseconds. Preparing takes about a millisecond, and all
 * operations at once would delay other requests.
 */
const preparationInterval = 20

/**
 * Prepares the registered operations when the service has started, so that the first request for each does not wait.
 * @param prepare returns the error with which requests for the operation will be rejected, if any
 */
export function prepareAfterStart(
  app: FastifyInstance,
  documents: readonly RegisteredDocument[],
  prepare: (source: string) => Error | undefined,
): void {
  let isClosing = false
  let timer: NodeJS.Timeout | undefined

  async function prepareAll(): Promise<void> {
    for (const { id, source } of documents) {
      await pause(preparationInterval, undefined, { ref: false })
      if (isClosing) return
      const error = prepare(source)
      // An invalid operation of one app must not prevent the start for the others.
      if (error) app.log.warn({ err: error }, `requests for the registered operation ${id} will be rejected`)
    }
  }

  app.addHook('onListen', async () => {
    const start = () => {
      prepareAll().catch((err: unknown) =>
        app.log.error({ err }, 'preparing the registered operations failed'),
      )
    }
    timer = setTimeout(start, preparationDelay).unref()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    clearTimeout(timer)
  })
}
