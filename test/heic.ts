import { exif, join, secret, text, uint16, uint32 } from './exif.js'

export const box = (type: string, ...content: (Buffer | string | number[])[]) => {
  const body = join(...content)
  return join(uint32(body.length + 8), type, body)
}

export const heicPicture = Buffer.alloc(40, 0x5a)

interface HeicOptions {
  brand?: string
  compatible?: string
  /** The offset of the picture within the media data. Another offset makes the file invalid. */
  pictureAt?: number
}

/**
 * Creates a file that describes a picture, which cannot be decoded, with EXIF and XMP as items and text as a property.
 */
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
