import { crc32 } from 'node:zlib'
import t from 'tap'
import { MalformedImageError } from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { png, pngChunk, pngSignature } from '../../../../../images.js'
import { strip } from './helper.js'

const mediaType = 'image/png'

/** Returns the types of the chunks. Throws if a checksum is wrong. */
function chunksOf(file: Buffer): string[] {
  const types: string[] = []
  for (let at = pngSignature.length; at < file.length;) {
    const end = at + 8 + file.readUInt32BE(at)
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw new Error('wrong checksum')
    types.push(file.toString('latin1', at + 4, at + 8))
    at = end + 4
  }
  return types
}

t.test('keeps only the chunks that decoding needs, with the orientation before the image', async t => {
  t.same(chunksOf(await strip(t, png(), mediaType)), ['IHDR', 'eXIf', 'pHYs', 'IDAT', 'IEND'])
  t.same(chunksOf(await strip(t, png({ orientation: 1 }), mediaType)), ['IHDR', 'pHYs', 'IDAT', 'IEND'])
})

t.test('drops optional chunks with a wrong checksum, and rejects required ones', async t => {
  const spoil = (type: string) => {
    const file = png({ orientation: 1 })
    const at = file.indexOf(type) + 4
    file.writeUInt8(file.readUInt8(at) ^ 1, at)
    return file
  }
  t.same(chunksOf(await strip(t, spoil('pHYs'), mediaType)), ['IHDR', 'IDAT', 'IEND'])
  await t.rejects(strip(t, spoil('IDAT'), mediaType), MalformedImageError)
})

t.test('rejects malformed files', async t => {
  const header = pngChunk('IHDR', Buffer.alloc(13))
  const image = pngChunk('IDAT', Buffer.alloc(1))
  const end = pngChunk('IEND', Buffer.alloc(0))
  const broken = [
    [image, end],
    [header, end],
    [header, image],
    [header, header, image, end],
    [pngChunk('IHDR', Buffer.alloc(12)), image, end],
    [header, image, pngChunk('IEND', Buffer.alloc(1))],
    [header, pngChunk('CgBI', Buffer.alloc(4)), image, end],
    [header, pngChunk('a\0bc', Buffer.alloc(0)), image, end],
    [header, Buffer.from('ffffffff49444154', 'hex'), image, end],
  ]
  for (const chunks of broken) {
    await t.rejects(strip(t, Buffer.concat([pngSignature, ...chunks]), mediaType), MalformedImageError)
  }
})
