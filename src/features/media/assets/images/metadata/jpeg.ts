import { marker, readSegments, type Segment } from './jpeg-segments.js'
import { isNeeded, isWellFormed } from './jpeg-tables.js'
import { MalformedImageError } from './malformed-image-error.js'
import type { CopyPlan } from './copy-plan.js'
import type { Source } from './source.js'
import { createOrientationExif, readOrientation, uprightOrientation } from './tiff-orientation.js'

const app0 = 0xe0
const app1 = 0xe1
const app2 = 0xe2
const app14 = 0xee

/**
 * Keeps what decoding needs, the color profile and the orientation. Everything after the end marker is removed, because
 * phones append videos and depth maps there, each with metadata of its own.
 */
export async function planJpeg(source: Source, plan: CopyPlan): Promise<void> {
  const segments = await readSegments(source)
  if (!segments.some(segment => segment.marker === marker.sos)) {
    throw new MalformedImageError('a JPEG file without an image')
  }
  plan.insert(Buffer.from([0xff, marker.soi]))
  plan.insert(await jfifHeader(source, segments))
  plan.insert(await orientationSegment(source, segments))
  for (const segment of await colorProfile(source, segments)) plan.keep(segment.start, segment.end)
  for (const segment of segments) {
    if (segment.marker === app14) plan.insert(await adobeHeader(source, segment))
    if (!isNeeded(segment.marker)) continue
    if (!isWellFormed(segment.marker, await body(source, segment))) {
      throw new MalformedImageError('a JPEG table is broken')
    }
    plan.keep(segment.start, segment.end)
  }
  plan.insert(Buffer.from([0xff, marker.eoi]))
}

const body = (source: Source, segment: Segment) => source.bytes(segment.body, segment.bodyEnd - segment.body)

async function findSegments(source: Source, segments: Segment[], segmentType: number, prefix: string) {
  const found: Segment[] = []
  for (const segment of segments) {
    if (segment.marker !== segmentType || segment.bodyEnd - segment.body < prefix.length) continue
    const start = await source.bytes(segment.body, prefix.length)
    if (start.toString('latin1') === prefix) found.push(segment)
  }
  return found
}

/** The density and the version, without the thumbnail: it may show what was cropped away. */
async function jfifHeader(source: Source, segments: Segment[]): Promise<Buffer> {
  const [segment] = await findSegments(source, segments, app0, 'JFIF\0')
  if (segment === undefined || segment.bodyEnd - segment.body < 14) return Buffer.alloc(0)
  const fields = await source.bytes(segment.body, 12)
  return Buffer.concat([Buffer.from([0xff, app0, 0, 16]), fields, Buffer.from([0, 0])])
}

async function orientationSegment(source: Source, segments: Segment[]): Promise<Buffer> {
  const [segment] = await findSegments(source, segments, app1, 'Exif\0\0')
  if (segment === undefined) return Buffer.alloc(0)
  const orientation = readOrientation(await body(source, segment))
  if (orientation === uprightOrientation) return Buffer.alloc(0)
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), createOrientationExif(orientation)])
  return Buffer.concat([Buffer.from([0xff, app1, 0, exif.length + 2]), exif])
}

/**
 * The segments of the ICC profile, if their total length is the length that the profile declares. Otherwise one of them
 * may contain other segments.
 */
async function colorProfile(source: Source, segments: Segment[]): Promise<Segment[]> {
  const prefix = 'ICC_PROFILE\0'
  const header = prefix.length + 2
  const parts = await findSegments(source, segments, app2, prefix)
  const [first] = parts
  if (first === undefined || first.bodyEnd - first.body < header + 4) return []
  const declaredLength = (await source.bytes(first.body + header, 4)).readUInt32BE()
  const actualLength = parts.reduce((sum, part) => sum + part.bodyEnd - part.body - header, 0)
  return declaredLength === actualLength ? parts : []
}

/** Specifies the color encoding, without which CMYK and RGB files have wrong colors. */
async function adobeHeader(source: Source, segment: Segment): Promise<Buffer> {
  if (segment.bodyEnd - segment.body < 12) return Buffer.alloc(0)
  const fields = await source.bytes(segment.body, 12)
  if (fields.toString('latin1', 0, 5) !== 'Adobe') return Buffer.alloc(0)
  return Buffer.concat([Buffer.from([0xff, app14, 0, 14]), fields])
}
