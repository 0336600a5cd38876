import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { MiB } from '../../../../lib/quantities.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** The maximum size of a decompressed file, in bytes. */
const maxDecompressedSize = 1024 * MiB
const gzipSignature = [0x1f, 0x8b]

/** Returns whether a file that starts with these bytes is compressed with gzip. */
export const isGzip = (bytes: Uint8Array): boolean =>
  gzipSignature.every((byte, offset) => bytes[offset] === byte)

/** Yields the content of a file, decompressed if it is compressed with gzip. @throws UnreadableFileError */
export async function* decompress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const file = Readable.from(chunks, { objectMode: false })
  try {
    const first = await peek(file)
    if (first && isGzip(first)) yield* gunzipped(file)
    else yield* file as AsyncIterable<Buffer>
  } finally {
    file.destroy()
  }
}

/** Returns the first chunk without consuming it. */
async function peek(file: Readable): Promise<Buffer | null> {
  await new Promise<void>((resolve, reject) => {
    file.once('readable', resolve).once('end', resolve).once('error', reject)
  })
  const first = file.read() as Buffer | null
  if (first) file.unshift(first)
  return first
}

async function* gunzipped(file: Readable): AsyncGenerator<Buffer> {
  // Errors of the file and of the decompression are thrown by the iteration below.
  const plain = pipeline(file, createGunzip(), () => undefined)
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxDecompressedSize)
        throw new UnreadableFileError('The file is larger than 1 GB when decompressed.')
      yield chunk
    }
  } catch (error) {
    if (isZlibError(error)) throw new UnreadableFileError('The compressed file is damaged.', { cause: error })
    throw error
  }
}

const isZlibError = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
