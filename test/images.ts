import { crc32, deflateSync } from 'node:zlib'
import { exif, join, secret, text, uint16, uint32, type ImageOptions } from './exif.js'
import { heic } from './heic.js'

export const segment = (marker: number, body: Buffer) => join([0xff, marker], uint16(body.length + 2), body)

/** One table of Huffman codes with a single code, of one bit, for the symbol 0. */
const huffmanTable = (head: number) => segment(0xc4, join([head, 1], Buffer.alloc(15), [0]))

/** A color profile of 132 bytes, which begins with its own length. */
export const profile = join(uint32(132), 'ADBE', Buffer.alloc(124, 7))

/** Eight by eight gray pixels in the given scans, with every kind of metadata. */
export function jpeg(options: ImageOptions & { scans?: Buffer[] } = {}): Buffer {
  const scan = (data: Buffer) => join(segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), data)
  return join(
    [0xff, 0xd8],
    segment(0xe0, join('JFIF\0', [1, 2, 0, 0, 1, 0, 1, 1, 1], [9, 9, 9])),
    segment(0xe1, join('Exif\0\0', exif(options))),
    segment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${secret}</x:xmpmeta>`)),
    segment(0xe2, join('ICC_PROFILE\0', [1, 1], profile)),
    segment(0xe2, text(`MPF\0${secret}`)),
    segment(0xed, text(`Photoshop 3.0\0${secret}`)),
    segment(0xee, join('Adobe', [0, 100, 0, 0, 0, 0, 0])),
    segment(0xfe, text(secret)),
    segment(0xdb, join([0], Buffer.alloc(64, 1))),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    huffmanTable(0x00),
    huffmanTable(0x10),
    ...(options.scans ?? [Buffer.from([0x3f])]).map(scan),
    [0xff, 0xd9],
  )
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = join(type, data)
  return join(uint32(data.length), typed, uint32(crc32(typed)))
}

export const pngSignature = text('\x89PNG\r\n\x1a\n')

/** One gray pixel. */
export function png(options: ImageOptions = {}): Buffer {
  return join(
    pngSignature,
    pngChunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    pngChunk('pHYs', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 0])),
    pngChunk('tEXt', text(`Comment\0${secret}`)),
    pngChunk('prVt', text(secret)),
    pngChunk('IDAT', deflateSync(Buffer.from([0, 128]))),
    pngChunk('eXIf', exif(options)),
    pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${secret}`)),
    pngChunk('tIME', Buffer.from([7, 234, 1, 1, 0, 0, 0])),
    pngChunk('IEND', Buffer.alloc(0)),
  )
}

export function webpChunk(type: string, data: Buffer): Buffer {
  return join(type, uint32(data.length).reverse(), data, Buffer.alloc(data.length % 2))
}

export const webpFile = (...chunks: Buffer[]) => webpChunk('RIFF', join('WEBP', ...chunks))

/** The header of the extended format for one pixel. */
export const webpHead = (flags: number) => webpChunk('VP8X', join([flags], Buffer.alloc(9)))

/** One lossless pixel. */
export const webpPixel = webpChunk('VP8L', Buffer.from('LwAAABAHEBERiIj+BwA=', 'base64'))

export function webp(options: ImageOptions = {}): Buffer {
  return webpFile(
    webpHead(0x2c),
    webpChunk('ICCP', profile),
    webpPixel,
    webpChunk('EXIF', exif(options)),
    webpChunk('XMP ', text(`<x:xmpmeta>${secret}</x:xmpmeta>`)),
    webpChunk('PRIV', text(secret)),
  )
}

const subBlocks = (data: Buffer) => join([data.length], data, [0])

/** One pixel, repeated forever. */
export function gif(): Buffer {
  return join(
    'GIF89a',
    [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    [0x21, 0xff, 11],
    'NETSCAPE2.0',
    [3, 1, 0, 0, 0],
    [0x21, 0xfe],
    subBlocks(text(secret)),
    [0x21, 0xff, 11],
    'XMP DataXMP',
    subBlocks(text(secret)),
    [0x21, 0xf9, 4, 1, 0, 0, 0, 0],
    [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
    [0x3b],
  )
}

/** One image of each kind, by its media type. */
export const everyKind: Record<string, () => Buffer> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
  'image/heic': heic,
}
