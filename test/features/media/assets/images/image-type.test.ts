import t from 'tap'
import {
  detectImageType,
  mediaTypeOf,
  sniffedLength,
} from '../../../../../src/features/media/assets/images/image-type.js'
import { box, heic } from '../../../../heic.js'
import { gif, jpeg, png, pngChunk, pngSignature, webp } from '../../../../images.js'

const all = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'heif']
const brand = (major: string, compatible = '') => box('ftyp', major, Buffer.alloc(4), compatible)

t.test('detects the type if name, media type and content agree', async t => {
  const agreed: [string, string, Buffer, string, string][] = [
    ['a.jpg', 'image/jpeg', jpeg(), 'image/jpeg', 'jpg'],
    ['a.b.JPEG', 'IMAGE/JPEG', jpeg(), 'image/jpeg', 'jpg'],
    ['a.jpg', 'image/jpg', jpeg(), 'image/jpeg', 'jpg'],
    ['a.png', 'image/png; charset=binary', png(), 'image/png', 'png'],
    ['a.webp', 'image/webp', webp(), 'image/webp', 'webp'],
    ['a.gif', 'image/gif', gif(), 'image/gif', 'gif'],
    ['a.heic', 'image/heic', heic(), 'image/heic', 'heic'],
    ['a.heic', 'image/heif', brand('heix'), 'image/heic', 'heic'],
    ['a.heif', 'image/heic', brand('mif1', 'mif1heic'), 'image/heif', 'heif'],
  ]
  for (const [name, declared, content, mediaType, extension] of agreed) {
    t.same(
      await detectImageType(name, declared, content, all),
      { mediaType, extension },
      `${name} as ${declared}`,
    )
  }
})

t.test('rejects a file if name, media type or content disagrees', async t => {
  const refused: [string, string, Buffer][] = [
    ['a.png', 'image/jpeg', jpeg()],
    ['a.jpg', 'image/png', jpeg()],
    ['a.jpg', 'image/jpeg', png()],
    ['a.jpg', 'application/octet-stream', jpeg()],
    ['a.jpg', '', jpeg()],
    ['jpg.', 'image/jpeg', jpeg()],
    ['', 'image/jpeg', jpeg()],
    ['a.jpg.exe', 'image/jpeg', jpeg()],
    ['a.jpg', 'image/jpeg', Buffer.alloc(0)],
    ['a.gif', 'image/gif', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a.heic', 'image/heic', jpeg()],
  ]
  for (const [name, declared, content] of refused) {
    t.equal(await detectImageType(name, declared, content, all), undefined, `${name} as ${declared}`)
  }
})

t.test('rejects types that resemble allowed ones', async t => {
  for (const major of ['avif', 'avis', 'msf1', 'hevc', 'hevx', 'isom', 'qt  ']) {
    t.equal(await detectImageType('a.heic', 'image/heic', brand(major), all), undefined, major)
  }
  t.equal(await detectImageType('a.heif', 'image/heif', brand('mif1', 'mif1avif'), all), undefined)
  const head = pngChunk('IHDR', Buffer.alloc(13))
  const animated = Buffer.concat([pngSignature, head, pngChunk('acTL', Buffer.alloc(8)), png()])
  t.equal(await detectImageType('a.png', 'image/png', animated, all), undefined)
})

t.test('accepts only the configured extensions', async t => {
  t.equal(await detectImageType('a.png', 'image/png', png(), ['jpg']), undefined)
  t.equal(await detectImageType('a.jpeg', 'image/jpeg', jpeg(), ['jpg']), undefined)
  t.ok(await detectImageType('a.jpeg', 'image/jpeg', jpeg(), ['JPEG']))
  t.equal(await detectImageType('a.svg', 'image/svg+xml', Buffer.from('<svg/>'), ['svg']), undefined)
})

t.test('recognizes a PNG if the sample ends within a chunk', async t => {
  const head = Buffer.concat([pngSignature, pngChunk('IHDR', Buffer.alloc(13))])
  for (let missing = -4; missing < 24; missing++) {
    const profile = pngChunk('iCCP', Buffer.alloc(sniffedLength - head.length - 12 - missing))
    const sample = Buffer.concat([head, profile, pngChunk('IDAT', Buffer.alloc(99))]).subarray(
      0,
      sniffedLength,
    )
    t.ok(await detectImageType('a.png', 'image/png', sample, all), `${missing} bytes before the end`)
  }
})

t.test('derives the media type of a stored image from its extension', async t => {
  t.equal(mediaTypeOf('users/1/a.jpg'), 'image/jpeg')
  t.equal(mediaTypeOf('users/1/a.heif'), 'image/heif')
  t.equal(mediaTypeOf('users/1/a.html'), undefined)
  t.equal(mediaTypeOf('users/jpg'), undefined)
})
