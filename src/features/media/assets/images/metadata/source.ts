import type { FileHandle } from 'node:fs/promises'
import { KiB, MiB } from '../../../../../lib/quantities.js'
import { createYielder } from '../../../../../lib/event-loop.js'
import { MalformedImageError } from './malformed-image-error.js'

const windowSize = 64 * KiB
const longestRead = MiB

/** A file that is read in windows: forwards mostly, and never as a whole. */
export interface Source {
  readonly size: number
  /** Exactly `length` bytes. They may be shared: copy before changing them. @throws MalformedImageError */
  bytes(position: number, length: number): Promise<Buffer>
  /**
   * What follows `position`: at most 64 KiB, and at least two bytes (one, if it is the file's last).
   * @throws MalformedImageError where the file ends
   */
  window(position: number): Promise<Buffer>
}

export async function openSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat()
  // A file of many small parts is read from the cached window, which never returns to the event loop.
  const pause = createYielder()
  let cached = { start: 0, bytes: Buffer.alloc(0) }

  async function load(position: number, length: number): Promise<Buffer> {
    if (position < 0 || position + length > size) throw new MalformedImageError('the image ends too early')
    if (length > longestRead) throw new MalformedImageError('a part of the image is too long')
    await pause()
    const offset = position - cached.start
    if (offset < 0 || offset + length > cached.bytes.length) {
      // A fresh buffer each time: views of the one before may still be in use.
      const buffer = Buffer.alloc(Math.min(Math.max(length, windowSize), size - position))
      cached = { start: position, bytes: buffer.subarray(0, await fill(file, buffer, position)) }
      if (cached.bytes.length < length) throw new MalformedImageError('the image ends too early')
    }
    return cached.bytes.subarray(position - cached.start)
  }

  return {
    size,
    bytes: async (position, length) => (await load(position, length)).subarray(0, length),
    window: async position => {
      const view = await load(position, Math.max(1, Math.min(2, size - position)))
      return view.subarray(0, windowSize)
    },
  }
}

/** Reads until the buffer is full or the file ends, and says how much was read. */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
