import type { Readable } from 'node:stream'
import yazl from 'yazl'

/** A file of an archive, opened when it is its turn. */
export interface ArchiveFile {
  path: string
  modifiedAt: Date
  /** Whether it is worth to be compressed. */
  isText: boolean
  open(): Promise<Readable | null>
}

/**
 * A zip of the files, made as it is read: one file is open at a time, and the next one is asked for when it has been
 * read. Whatever fails, and an end before the end, closes the file that is open.
 */
export function createArchive(files: AsyncIterable<ArchiveFile>): Readable {
  const zip = new yazl.ZipFile()
  // It is a stream of Node's, which its types do not say.
  const output = zip.outputStream as Readable
  let open: Readable | undefined

  async function fill(): Promise<void> {
    for await (const { path, modifiedAt, isText, open: opened } of files) {
      if (output.destroyed) return
      const stream = await opened()
      // What is gone meanwhile is nobody's any more.
      if (!stream) continue
      open = stream
      zip.addReadStream(stream, path, { mtime: modifiedAt, compress: isText })
      await ended(stream)
    }
    zip.end()
  }

  output.once('close', () => open?.destroy())
  zip.on('error', error => output.destroy(error as Error))
  fill().catch((error: unknown) => output.destroy(error as Error))
  return output
}

const ended = (stream: Readable) =>
  new Promise<void>((resolve, reject) => {
    stream.once('close', resolve).once('end', resolve).once('error', reject)
  })
