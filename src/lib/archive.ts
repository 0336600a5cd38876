import type { Readable } from 'node:stream'
import yazl from 'yazl'

/** A file of an archive. It is opened when it is written to the archive. */
export interface ArchiveFile {
  path: string
  modifiedAt: Date
  /** True if the file is compressed. */
  isText: boolean
  open(): Promise<Readable | null>
}

/**
 * Creates a ZIP archive that is generated while it is read. One file is open at a time, and the next one is requested
 * when it has been read. Errors and an early end of the reader close the open file.
 */
export function createArchive(files: AsyncIterable<ArchiveFile>): Readable {
  const zip = new yazl.ZipFile()
  // The stream is a Node.js stream, although its type does not say so.
  const output = zip.outputStream as Readable
  let current: Readable | undefined

  async function fill(): Promise<void> {
    for await (const { path, modifiedAt, isText, open } of files) {
      if (output.destroyed) return
      const stream = await open()
      // Skip files that were deleted in the meantime.
      if (!stream) continue
      current = stream
      zip.addReadStream(stream, path, { mtime: modifiedAt, compress: isText })
      await ended(stream)
    }
    zip.end()
  }

  output.once('close', () => current?.destroy())
  zip.on('error', error => output.destroy(error as Error))
  fill().catch((error: unknown) => output.destroy(error as Error))
  return output
}

const ended = (stream: Readable) =>
  new Promise<void>((resolve, reject) => {
    stream.once('close', resolve).once('end', resolve).once('error', reject)
  })
