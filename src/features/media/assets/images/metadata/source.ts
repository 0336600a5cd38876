import type { FileHandle } from 'node:fs/promises'
import { KiB, MiB } from '../../../../../lib/quantities.js'
import { createYielder } from '../../../../../lib/event-loop.js'
import { MalformedImageError } from './malformed-image-error.js'

const windowSize = 64 * KiB
const maxReadLength = MiB

/** A file that is read in windows, mostly forwards. */
export interface Source {
  readonly size: number
  /** Exactly `length` bytes. They may be shared: copy before changing them. @throws MalformedImageError */
  bytes(position: number, length: number): Promise<Buffer>
  /**
   * The bytes from `position` on: at most 64 KiB, and at least two (one at the end of the file).
   * @throws MalformedImageError at the end of the file
   */
  window(position: number): Promise<Buffer>
}

export async function openSource(file: FileHandle): Promise<Source> {
  const { size } = await file.stat()
  // Reads from the cached window do not return to the event loop by themselves.
  const pause = createYielder()
  let cached = { start: 0, bytes: Buffer.alloc(0) }

  async function load(position: number, length: number): Promise<Buffer> {
    if (position < 0 || position + length > size) throw new MalformedImageError('the image ends too early')
    if (length > maxReadLength) throw new MalformedImageError('a part of the image is too long')
    await pause()
    const offset = position - cached.start
    if (offset < 0 || offset + length > cached.bytes.length) {
      // Allocate a new buffer, because views of the previous one may still be in use.
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

/** Reads until the buffer is full or the file ends. @returns the number of bytes read */
async function fill(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
