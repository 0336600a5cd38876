import { crc32, deflateSync } from 'node:zlib'

/** Stands in every kind of metadata that the builders write, and must not be in anything that is served. */
export const secret = 'at 52.5200N 13.4049E'

export interface ImageOptions {
  orientation?: number
  byteOrder?: 'II' | 'MM'
}

const uint16 = (value: number) => Buffer.from([value >> 8, value & 255])
const uint32 = (value: number) =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])
const text = (value: string) => Buffer.from(value, 'latin1')
const join = (...parts: (Buffer | string | number[])[]) =>
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

export const segment = (marker: number, body: Buffer) => join([0xff, marker], uint16(body.length + 2), body)

/** One table of Huffman codes with a single code, of one bit, for the symbol 0. */
const huffmanTable = (head: number) => segment(0xc4, join([head, 1], Buffer.alloc(15), [0]))

/** A colour profile of 132 bytes, which begins with its own length. */
export const profile = join(uint32(132), 'ADBE', Buffer.alloc(124, 7))

/** Eight by eight grey pixels, with every kind of metadata, in as many scans as `scans` has. */
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

/** One grey pixel. */
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

/** The head of the extended format, for one pixel. */
export const webpHead = (flags: number) => webpChunk('VP8X', join([flags], Buffer.alloc(9)))

/** One pixel, without loss. */
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

/** One pixel, repeated for ever. */
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

export const box = (type: string, ...content: (Buffer | string | number[])[]) => {
  const body = join(...content)
  return join(uint32(body.length + 8), type, body)
}

export const heicPicture = Buffer.alloc(40, 0x5a)

export interface HeicOptions {
  brand?: string
  compatible?: string
  /** Where the picture begins, counted from the start of the media data; for files that are broken. */
  pictureAt?: number
}

/** Not a picture that could be decoded, but described as one: with EXIF and XMP as items, and text as a property. */
export function heic({ brand = 'heic', compatible = 'mif1heic', pictureAt = 0 }: HeicOptions = {}): Buffer {
  const block = join(uint32(6), 'Exif\0\0', exif())
  const xmp = text(`<x:xmpmeta>${secret}</x:xmpmeta>`)
  const item = (id: number, type: string, more = '') =>
    box('infe', [2, 0, 0, 0], uint16(id), uint16(0), type, '\0', more)
  const head = box('ftyp', brand, uint32(0), compatible)

  const describe = (media: number) => {
    const place = (id: number, at: number, length: number) =>
      join(uint16(id), uint16(0), uint16(1), uint32(media + at), uint32(length))
    return box(
      'meta',
      [0, 0, 0, 0],
      box('hdlr', uint32(0), uint32(0), 'pict', Buffer.alloc(13)),
      box('pitm', uint32(0), uint16(1)),
      box(
        'iinf',
        uint32(0),
        uint16(3),
        item(1, 'hvc1'),
        item(2, 'Exif'),
        item(3, 'mime', 'application/rdf+xml\0'),
      ),
      box(
        'iprp',
        box('ipco', box('irot', [1]), box('udes', uint32(0), secret)),
        box('ipma', uint32(0), uint32(0)),
      ),
      box(
        'iloc',
        [0, 0, 0, 0, 0x44, 0x00],
        uint16(3),
        place(1, pictureAt, heicPicture.length),
        place(2, heicPicture.length, block.length),
        place(3, heicPicture.length + block.length, xmp.length),
      ),
      box('xml ', uint32(0), secret),
    )
  }
  const media = head.length + describe(0).length + 8
  return join(
    head,
    describe(media),
    box('mdat', heicPicture, block, xmp, secret),
    box('uuid', Buffer.alloc(16), secret),
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
