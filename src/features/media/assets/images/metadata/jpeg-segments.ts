import { MalformedImageError } from './malformed-image-error.js'
import type { Source } from './source.js'

/** A marker segment. The entropy-coded data of a scan is part of the segment that starts it. */
export interface Segment {
  marker: number
  start: number
  /** Where the segment's payload begins, after marker and length. */
  body: number
  /** Where the payload ends. */
  bodyEnd: number
  end: number
}

export const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda } as const

const maxSegments = 10_000

const isFill = (code: number) => code === 0x00 || code === 0xff
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
const isTemporary = (code: number) => code === 0x01

/** The segments of the primary image, up to its end marker. @throws MalformedImageError */
export async function readSegments(source: Source): Promise<Segment[]> {
  if ((await source.bytes(0, 2)).readUInt16BE() !== 0xffd8) throw new MalformedImageError('not a JPEG file')
  const segments: Segment[] = []
  let position = 2
  while (segments.length < maxSegments) {
    const start = await findMarker(source, position, code => isRestart(code) || isTemporary(code))
    const code = (await source.bytes(start, 2)).readUInt8(1)
    if (code === marker.eoi) return segments
    if (code === marker.soi) throw new MalformedImageError('a JPEG image begins inside another')

    const body = start + 4
    const bodyEnd = start + 2 + (await source.bytes(start + 2, 2)).readUInt16BE()
    if (bodyEnd < body || bodyEnd > source.size)
      throw new MalformedImageError('a JPEG segment has a wrong length')
    const end = code === marker.sos ? await findMarker(source, bodyEnd, isRestart) : bodyEnd
    segments.push({ marker: code, start, body, bodyEnd, end })
    position = end
  }
  throw new MalformedImageError('a JPEG image has too many segments')
}

/**
 * The position of the next marker. Skips what decoders skip: entropy-coded data, in which 0xFF is followed by a zero, fill
 * bytes, garbage between segments, and the markers for which `skips` returns true.
 */
async function findMarker(source: Source, from: number, skips: (code: number) => boolean): Promise<number> {
  let position = from
  for (;;) {
    const window = await source.window(position)
    let offset = window.indexOf(0xff)
    while (offset !== -1 && offset + 1 < window.length) {
      const code = window.readUInt8(offset + 1)
      if (!isFill(code) && !skips(code)) return position + offset
      offset = window.indexOf(0xff, code === 0xff ? offset + 1 : offset + 2)
    }
    // A 0xFF at the end of the window is examined again, together with the next byte.
    position += offset === -1 ? window.length : Math.max(offset, 1)
  }
}
