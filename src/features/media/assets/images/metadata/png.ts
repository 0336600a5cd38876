import { crc32 } from 'node:zlib'
import { KiB } from '../../../../../lib/quantities.js'
import { MalformedImageError } from './malformed-image-error.js'
import type { CopyPlan } from './copy-plan.js'
import type { Source } from './source.js'
import { createOrientationExif, readOrientation, uprightOrientation } from './tiff-orientation.js'

interface Chunk {
  type: string
  start: number
  /** The length of the data, without length, type and checksum. */
  length: number
  end: number
}

const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const maxChunks = 65_536

/** The chunks needed for decoding and correct colors. Texts, times, EXIF and private chunks are removed. */
const keptTypes = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD hIST pHYs sPLT cICP mDCV cLLI'.split(' '),
)

export async function planPng(source: Source, plan: CopyPlan): Promise<void> {
  const chunks = await readChunks(source)
  if (!chunks.some(chunk => chunk.type === 'IDAT'))
    throw new MalformedImageError('a PNG file without an image')
  plan.keep(0, signature.length)
  for (const chunk of chunks) {
    if (await isKept(source, chunk)) plan.keep(chunk.start, chunk.end)
    if (chunk.type === 'IHDR') plan.insert(await orientationChunk(source, chunks))
  }
}

/** The chunks up to the end of the image. @throws MalformedImageError */
async function readChunks(source: Source): Promise<Chunk[]> {
  if (!(await source.bytes(0, signature.length)).equals(signature))
    throw new MalformedImageError('not a PNG file')
  const chunks: Chunk[] = []
  let start = signature.length
  while (chunks.length < maxChunks) {
    const header = await source.bytes(start, 8)
    const length = header.readUInt32BE()
    const type = header.toString('latin1', 4)
    const end = start + 12 + length
    if (!/^[A-Za-z]{4}$/.test(type) || end > source.size)
      throw new MalformedImageError('a PNG chunk is broken')
    if ((type === 'IHDR') !== (chunks.length === 0))
      throw new MalformedImageError('a PNG header is out of place')
    if ((type === 'IHDR' && length !== 13) || (type === 'IEND' && length !== 0)) {
      throw new MalformedImageError('a PNG chunk has a wrong length')
    }
    chunks.push({ type, start, length, end })
    if (type === 'IEND') return chunks
    start = end
  }
  throw new MalformedImageError('a PNG image has too many chunks')
}

/** Verifies the checksum, because a chunk with a wrong length could contain other chunks. */
async function isKept(source: Source, chunk: Chunk): Promise<boolean> {
  const critical = chunk.type.charAt(0) < 'a'
  if (keptTypes.has(chunk.type) && (await hasValidChecksum(source, chunk))) return true
  if (critical) throw new MalformedImageError('a PNG chunk that decoding needs is broken or unknown')
  return false
}

async function hasValidChecksum(source: Source, chunk: Chunk): Promise<boolean> {
  const dataEnd = chunk.end - 4
  let checksum = 0
  for (let offset = chunk.start + 4; offset < dataEnd;) {
    const part = (await source.window(offset)).subarray(0, dataEnd - offset)
    checksum = crc32(part, checksum)
    offset += part.length
  }
  return checksum === (await source.bytes(dataEnd, 4)).readUInt32BE()
}

async function orientationChunk(source: Source, chunks: Chunk[]): Promise<Buffer> {
  const exif = chunks.find(chunk => chunk.type === 'eXIf')
  if (exif === undefined) return Buffer.alloc(0)
  const block = await source.bytes(exif.start + 8, Math.min(exif.length, 64 * KiB))
  const orientation = readOrientation(block)
  return orientation === uprightOrientation
    ? Buffer.alloc(0)
    : pngChunk('eXIf', createOrientationExif(orientation))
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
