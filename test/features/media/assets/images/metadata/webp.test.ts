import t from 'tap'
import { MalformedImageError } from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { exif, secret } from '../../../../../exif.js'
import { webp, webpChunk, webpFile, webpHead, webpPixel } from '../../../../../images.js'
import { strip } from './helper.js'

const mediaType = 'image/webp'

function chunksOf(file: Buffer, from = 12): string[] {
  const types: string[] = []
  for (let at = from; at < file.length;) {
    types.push(file.toString('latin1', at, at + 4))
    const length = file.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return types
}

t.test('updates the flags and the length of the file', async t => {
  const turned = await strip(t, webp(), mediaType)
  t.same(chunksOf(turned), ['VP8X', 'ICCP', 'VP8L', 'EXIF'])
  t.equal(turned.readUInt8(20), 0x28, 'the flags announce a color profile and EXIF')
  t.equal(turned.readUInt32LE(4), turned.length - 8)

  const straight = await strip(t, webp({ orientation: 1 }), mediaType)
  t.same(chunksOf(straight), ['VP8X', 'ICCP', 'VP8L'])
  t.equal(straight.readUInt8(20), 0x20, 'the flags announce a color profile only')
})

t.test('keeps only the picture of the simple format', async t => {
  const original = webpFile(webpPixel, webpChunk('EXIF', exif()))
  t.same(await strip(t, original, mediaType), webpFile(webpPixel))
})

t.test('removes unknown chunks from the frames of an animation', async t => {
  const place = Buffer.alloc(16)
  const frame = (...chunks: Buffer[]) => webpChunk('ANMF', Buffer.concat([place, ...chunks]))
  const animation = webpChunk('ANIM', Buffer.alloc(6))
  const original = webpFile(
    webpHead(0x02),
    animation,
    frame(webpPixel, webpChunk('PRIV', Buffer.from(secret))),
  )
  t.same(await strip(t, original, mediaType), webpFile(webpHead(0x02), animation, frame(webpPixel)))
})

t.test('rejects malformed files', async t => {
  const broken = [
    webp().subarray(0, -2),
    webpFile(),
    webpFile(webpChunk('EXIF', exif()), webpPixel),
    webpFile(webpHead(0x08), webpPixel),
    webpFile(webpChunk('VP8X', Buffer.alloc(8)), webpPixel),
    webpFile(webpHead(0), webpChunk('ANMF', Buffer.alloc(8))),
    webpFile(webpPixel, Buffer.from('EXIF')),
    webpFile(webpHead(0), webpPixel, Buffer.from('45584946ffffff7f', 'hex')),
  ]
  for (const file of broken) await t.rejects(strip(t, file, mediaType), MalformedImageError)
})
