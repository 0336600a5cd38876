import { Readable } from 'node:stream'
import { withDeadline } from '../../../lib/deadline.js'
import { StorageUnavailableError } from '../object-storage.js'

/**
 * What a storage sends, until it falls silent or the connection ends. A reader may take its time: only while one waits
 * does the time count.
 * @param silence how long nothing may come, in milliseconds
 * @throws StorageUnavailableError
 */
export function withIdleTimeout(body: Readable, silence: number): Readable {
  // However it ends, also where nobody ever read: the connection is given back.
  return Readable.from(readChunks(body, silence), { objectMode: false }).once('close', () => body.destroy())
}

async function* readChunks(body: Readable, silence: number): AsyncGenerator<Buffer> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const next = await withDeadline(chunks.next(), silence).catch((cause: unknown) => {
      throw new StorageUnavailableError({ cause })
    })
    if (next.done) return
    yield next.value
  }
}
