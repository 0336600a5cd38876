import { Readable } from 'node:stream'
import { withDeadline } from '../../../lib/deadline.js'
import { StorageUnavailableError } from '../object-storage.js'

/**
 * Wraps a response body so that it fails if the connection ends or no data arrives within the timeout. Only the time
 * during which a reader waits counts, so that readers can be slow.
 * @param idleTimeout in milliseconds
 * @throws StorageUnavailableError
 */
export function withIdleTimeout(body: Readable, idleTimeout: number): Readable {
  // Destroy the body in any case, even if it was never read, so that the connection is released.
  return Readable.from(readChunks(body, idleTimeout), { objectMode: false }).once('close', () =>
    body.destroy(),
  )
}

async function* readChunks(body: Readable, idleTimeout: number): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const next = await withDeadline(chunks.next(), idleTimeout).catch((cause: unknown) => {
      throw new StorageUnavailableError({ cause })
    })
    if (next.done) return
    yield next.value
  }
}
