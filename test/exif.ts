/** Contained in all metadata that the builders write. No served file may contain it. */
export const secret = 'at 52.5200N 13.4049E'

export interface ImageOptions {
  orientation?: number
  byteOrder?: 'II' | 'MM'
}

export const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])
export const uint32 = (value: number) =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
export const text = (value: string) => Buffer.from(value, 'latin1')
export const join = (...parts: (Buffer | string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? text(part) : Buffer.from(part))))

/** A TIFF block with the orientation, a description and a GPS directory. */
export function exif({ orientation = 6, byteOrder = 'MM' }: ImageOptions = {}): Buffer {
  const turn = (bytes: Buffer) => (byteOrder === 'II' ? Buffer.from(bytes).reverse() : bytes)
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    join(turn(uint16(tag)), turn(uint16(type)), turn(uint32(count)), value)
  const words = text(`${secret}\0`)
  const wordsAt = 8 + 2 + 3 * 12 + 4
  const gpsAt = wordsAt + words.length
  return join(
    byteOrder,
    turn(uint16(42)),
    turn(uint32(8)),
    turn(uint16(3)),
    entry(0x010e, 2, words.length, turn(uint32(wordsAt))),
    entry(0x0112, 3, 1, join(turn(uint16(orientation)), [0, 0])),
    entry(0x8825, 4, 1, turn(uint32(gpsAt))),
    turn(uint32(0)),
    words,
    turn(uint16(1)),
    entry(0x001b, 2, words.length, turn(uint32(wordsAt))),
    turn(uint32(0)),
  )
}
