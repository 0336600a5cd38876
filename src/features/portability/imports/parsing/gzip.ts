import { createGunzip } from 'node:zlib'
import { pipeline, Readable } from 'node:stream'
import { MiB } from '../../../../lib/quantities.js'
import { UnreadableFileError } from './unreadable-file-error.js'

/** What a compressed file unpacks to at most. */
const mostUnpacked = 1024 * MiB
const gzipMark = [0x1f, 0x8b]

/** Whether these first bytes are those of a compressed file. */
export const isGzip = (bytes: Uint8Array): boolean => gzipMark.every((byte, at) => bytes[at] === byte)

/** The bytes of a file, unpacked where it is compressed. @throws UnreadableFileError */
export async function* decompress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const file = Readable.from(chunks, { objectMode: false })
  try {
    const first = await firstOf(file)
    if (first && isGzip(first)) yield* gunzipped(file)
    else yield* file as AsyncIterable<Buffer>
  } finally {
    file.destroy()
  }
}

/** What comes first, which is still to come. */
async function firstOf(file: Readable): Promise<Buffer | null> {
  await new Promise<void>((resolve, reject) => {
    file.once('readable', resolve).once('end', resolve).once('error', reject)
  })
  const first = file.read() as Buffer | null
  if (first) file.unshift(first)
  return first
}

async function* gunzipped(file: Readable): AsyncGenerator<Buffer> {
  // What fails on either side is an error of what is read here.
  const plain = pipeline(file, createGunzip(), () => undefined)
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostUnpacked)
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
