import { MalformedImageError } from './malformed-image-error.js'
import type { Source } from './source.js'

/** A box of the ISO base media file format: its header is at `start`, its content from `body` to `end`. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const mostBoxes = 1000
/** They are read without a pause. Each item of a file has one, and the largest pictures have some hundred tiles. */
const mostBoxesWithin = 8192

/**
 * The boxes of the file. One that is longer than the file ends the list: phones append things that are no boxes,
 * and whatever is not listed is left out of the stripped file.
 */
export async function readBoxes(source: Source): Promise<Box[]> {
  const boxes: Box[] = []
  let start = 0
  while (start + 8 <= source.size) {
    if (boxes.length === mostBoxes) throw new MalformedImageError('a HEIF file has too many boxes')
    const box = parse(await source.bytes(start, Math.min(16, source.size - start)), 0, source.size - start)
    if (box === undefined) break
    boxes.push({ type: box.type, start, body: start + box.body, end: start + box.end })
    start += box.end
  }
  return boxes
}

/** The boxes that fill a part of a buffer, to the byte. @throws MalformedImageError */
export function readChildBoxes(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  let start = from
  while (start < to) {
    if (boxes.length === mostBoxesWithin) throw new MalformedImageError('a HEIF box has too many parts')
    const box = parse(bytes, start, to)
    // A length of zero, "to the end of the file", means nothing inside another box.
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

/** Makes a box one that readers skip, and its content zeros. Its place and its length stay. */
export function blankBox(bytes: Buffer, box: Box): void {
  bytes.write('free', box.start + 4, 'latin1')
  bytes.fill(0, box.body, box.end)
}
