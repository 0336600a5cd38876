import { KiB } from '../../../../../lib/quantities.js'
import { MalformedImageError } from './malformed-image-error.js'
import { createCopyPlan, type CopyPlan } from './copy-plan.js'
import type { Source } from './source.js'
import { createOrientationExif, readOrientation, uprightOrientation } from './tiff-orientation.js'

interface Chunk {
  type: string
  start: number
  body: number
  length: number
  end: number
}

const riffHeader = 12
const chunkHeader = 8
const frameHeader = 16
const maxChunks = 65_536

const flag = { exif: 0x08, xmp: 0x04 } as const
const imageData = new Set(['VP8 ', 'VP8L', 'ALPH'])
const copied = new Set([...imageData, 'ICCP', 'ANIM'])

/** Keeps the image, its animation, its color profile and its orientation. Removes everything after the RIFF data. */
export async function planWebp(source: Source, plan: CopyPlan): Promise<void> {
  const header = await source.bytes(0, riffHeader)
  const end = chunkHeader + header.readUInt32LE(4)
  if (
    header.toString('latin1', 0, 4) !== 'RIFF' ||
    header.toString('latin1', 8) !== 'WEBP' ||
    end > source.size
  ) {
    throw new MalformedImageError('a WebP file is truncated')
  }
  const chunks = await readChunks(source, riffHeader, end)
  const [first] = chunks
  if (first === undefined) throw new MalformedImageError('a WebP file without an image')

  const body = createCopyPlan()
  if (first.type === 'VP8X') await planExtended(source, chunks, body)
  // In the simple format, only the first chunk is used.
  else if (first.type === 'VP8 ' || first.type === 'VP8L') keepChunk(first, body)
  else throw new MalformedImageError('a WebP file begins with an unknown chunk')

  plan.insert(riff('RIFF', Buffer.from('WEBP', 'latin1'), body.size))
  append(plan, body)
}

async function readChunks(source: Source, from: number, to: number): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  let start = from
  while (start < to) {
    if (chunks.length === maxChunks) throw new MalformedImageError('a WebP image has too many chunks')
    const body = start + chunkHeader
    if (body > to) throw new MalformedImageError('a WebP chunk is broken')
    const header = await source.bytes(start, chunkHeader)
    const length = header.readUInt32LE(4)
    // Chunks are padded to an even length; some writers omit the padding after the last one.
    const end = Math.min(body + length + (length % 2), to)
    if (body + length > to) throw new MalformedImageError('a WebP chunk is too long')
    chunks.push({ type: header.toString('latin1', 0, 4), start, body, length, end })
    start = end
  }
  return chunks
}

async function planExtended(source: Source, chunks: Chunk[], body: CopyPlan): Promise<void> {
  const features = chunks.find(chunk => chunk.type === 'VP8X')
  if (features === undefined || features.length !== 10)
    throw new MalformedImageError('a WebP header is broken')
  const fields = Buffer.from(await source.bytes(features.body, 10))
  const exif = await findExif(source, chunks, (fields.readUInt8(0) & flag.exif) !== 0)
  fields.writeUInt8((fields.readUInt8(0) & ~(flag.exif | flag.xmp)) | (exif.length > 0 ? flag.exif : 0))

  body.insert(riff('VP8X', fields))
  for (const chunk of chunks) {
    if (copied.has(chunk.type)) keepChunk(chunk, body)
    if (chunk.type === 'ANMF') await planFrame(source, chunk, body)
  }
  body.insert(exif)
}

/** A frame of an animation has chunks of its own, of which only image data is kept. */
async function planFrame(source: Source, frame: Chunk, body: CopyPlan): Promise<void> {
  if (frame.length < frameHeader) throw new MalformedImageError('a WebP frame is broken')
  const inner = createCopyPlan()
  for (const chunk of await readChunks(source, frame.body + frameHeader, frame.body + frame.length)) {
    if (imageData.has(chunk.type)) keepChunk(chunk, inner)
  }
  body.insert(riff('ANMF', await source.bytes(frame.body, frameHeader), inner.size))
  append(body, inner)
}

/** A chunk that contains only the orientation, or an empty buffer. */
async function findExif(source: Source, chunks: Chunk[], isDeclared: boolean): Promise<Buffer> {
  const exif = chunks.find(chunk => chunk.type === 'EXIF')
  if (exif === undefined) {
    if (isDeclared) throw new MalformedImageError('a WebP file declares EXIF data that does not exist')
    return Buffer.alloc(0)
  }
  const orientation = readOrientation(await source.bytes(exif.body, Math.min(exif.length, 64 * KiB)))
  return orientation === uprightOrientation
    ? Buffer.alloc(0)
    : riff('EXIF', createOrientationExif(orientation))
}

function keepChunk(chunk: Chunk, plan: CopyPlan): void {
  plan.keep(chunk.start, chunk.body + chunk.length)
  if (chunk.length % 2 === 1) plan.insertZeros(1)
}

/** The header and the beginning of a chunk whose data is `body` followed by `moreBytes` other bytes. */
function riff(type: string, body: Buffer, moreBytes = 0): Buffer {
  const header = Buffer.alloc(chunkHeader)
  header.write(type, 'latin1')
  header.writeUInt32LE(body.length + moreBytes, 4)
  return Buffer.concat([header, body])
}

function append(plan: CopyPlan, other: CopyPlan): void {
  for (const part of other.parts) {
    if ('from' in part) plan.keep(part.from, part.to)
    else if ('bytes' in part) plan.insert(part.bytes)
    else plan.insertZeros(part.zeros)
  }
}
