import { MalformedImageError } from './malformed-image-error.js'
import type { Source } from './source.js'

/** A box of the ISO base media file format: its header is at `start`, its content from `body` to `end`. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const maxBoxes = 1000
/** Child boxes are read without yielding. Each item has one, and the largest images have several hundred tiles. */
const maxChildBoxes = 8192

/**
 * The boxes of the file. The list ends before a box that is longer than the file, because phones append other data. What
 * is not listed is not copied to the stripped file.
 */
export async function readBoxes(source: Source): Promise<Box[]> {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= source.size) {
    if (boxes.length === maxBoxes) throw new MalformedImageError('a HEIF file has too many boxes')
    const box = parse(await source.bytes(start, Math.min(16, source.size - start)), 0, source.size - start)
    if (box === undefined) break
    boxes.push({ type: box.type, start, body: start + box.body, end: start + box.end })
    start += box.end
  }
  return boxes
}

/** The boxes that exactly fill a part of a buffer. @throws MalformedImageError */
export function readChildBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  let start = from
  while (start < to) {
    if (boxes.length === maxChildBoxes) throw new MalformedImageError('a HEIF box has too many parts')
    const box = parse(bytes, start, to)
    // A length of zero means "to the end of the file", which is invalid inside another box.
    if (box === undefined || bytes.readUInt32BE(start) === 0)
      throw new MalformedImageError('a HEIF box is broken')
    boxes.push(box)
    start = box.end
  }
  return boxes
}

function parse(bytes: Buffer, start: number, limit: number): Box | undefined {
  if (start + 8 > limit) return undefined
  const type = bytes.toString('latin1', start + 4, start + 8)
  const short = bytes.readUInt32BE(start)
  if (short === 0) return { type, start, body: start + 8, end: limit }
  if (short === 1 && start + 16 > limit) return undefined

  const body = start + (short === 1 ? 16 : 8)
  const end = start + (short === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : short)
  return end < body || end > limit ? undefined : { type, start, body, end }
}

/** Turns a box into one that readers skip, filled with zeros, of the same length. */
export function blankBox(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}
