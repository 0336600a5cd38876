import { readChildBoxes, type Box } from './heif-boxes.js'
import { MalformedImageError } from './malformed-image-error.js'

export interface Extent {
  from: number
  to: number
}

export interface Item {
  /** Four characters, such as `hvc1` for a coded image, `grid` for a derived one, or `Exif`. */
  type: string
  /** 0: the extents are positions in the file. 1: they are positions in the box `idat`. */
  method: number
  extents: Extent[]
}

const maxItems = 8192
const maxExtents = 8192

/** The items that a `meta` box describes, by their id, and the id of the primary item. */
export function readItems(meta: Buffer, children: Box[]): { items: Map<number, Item>; primary: number } {
  const types = readTypes(meta, getSingleBox(children, 'iinf'))
  const items = readLocations(meta, getSingleBox(children, 'iloc'), types)
  return { items, primary: readPrimary(meta, getSingleBox(children, 'pitm')) }
}

function readPrimary(meta: Buffer, box: Box): number {
  const read = reader(meta, box)
  const version = read(1)
  read(3)
  const primary = read(version === 0 ? 2 : 4)
  read.end()
  return primary
}

export function getSingleBox(boxes: Box[], type: string): Box {
  const [box, ...more] = boxes.filter(candidate => candidate.type === type)
  if (box === undefined || more.length > 0) throw new MalformedImageError(`a HEIF file needs one box ${type}`)
  return box
}

function readTypes(meta: Buffer, box: Box): Map<number, string> {
  const countSize = reader(meta, box)(1) === 0 ? 2 : 4
  const types = new Map<number, string>()
  for (const entry of readChildBoxes(meta, box.body + 4 + countSize, box.end)) {
    const read = reader(meta, entry)
    const version = read(1)
    if (entry.type !== 'infe') throw new MalformedImageError('a HEIF item has an unsupported description')
    // Entries before version 2 have no type and never describe a coded image.
    if (version < 2) continue
    read(3)
    const id = read(version === 2 ? 2 : 4)
    read(2)
    if (types.has(id)) throw new MalformedImageError('two items of a HEIF file have one id')
    types.set(
      id,
      Buffer.from(Uint32Array.of(read(4)).buffer)
        .swap32()
        .toString('latin1'),
    )
  }
  return types
}

function readLocations(meta: Buffer, box: Box, types: Map<number, string>): Map<number, Item> {
  const read = reader(meta, box)
  const version = read(1)
  read(3)
  const sizes = read(2)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version === 0 ? 0 : sizes & 15
  const idSize = version < 2 ? 2 : 4

  const items = new Map<number, Item>()
  let extentsLeft = maxExtents
  const count = read(idSize)
  if (count > maxItems) throw new MalformedImageError('a HEIF file has too many items')
  for (let left = count; left > 0; left--) {
    const id = read(idSize)
    const method = version === 0 ? 0 : read(2) & 15
    if (items.has(id) || read(2) !== 0)
      throw new MalformedImageError('a HEIF item has an unsupported location')
    const base = read(baseSize)
    const parts = read(2)
    extentsLeft -= parts
    if (extentsLeft < 0) throw new MalformedImageError('a HEIF file has too many extents')
    const extents = Array.from({ length: parts }, () => {
      read(indexSize)
      const from = base + read(offsetSize)
      return { from, to: from + read(lengthSize) }
    })
    items.set(id, { type: types.get(id) ?? '', method, extents })
  }
  read.end()
  return items
}

interface Reader {
  (size: number): number
  /** @throws MalformedImageError if bytes remain, because they could contain metadata */
  end(): void
}

/** Reads unsigned integers of 0 to 8 bytes from the content of a box, one after the other. */
function reader(bytes: Buffer, box: Box): Reader {
  let offset = box.body
  const read = (size: number) => {
    if (offset + size > box.end || size > 8) throw new MalformedImageError('a HEIF box is too short')
    let value = 0
    for (let byte = offset; byte < offset + size; byte++) value = value * 256 + bytes.readUInt8(byte)
    if (!Number.isSafeInteger(value)) throw new MalformedImageError('a number in a HEIF file is too large')
    offset += size
    return value
  }
  const end = () => {
    if (offset !== box.end) throw new MalformedImageError('a HEIF box is too long')
  }
  return Object.assign(read, { end })
}

/** The gaps between sorted extents, from `start` to `end`. */
export function findGaps(extents: Extent[], start: number, end: number): Extent[] {
  const found: Extent[] = []
  let from = start
  for (const extent of extents) {
    if (extent.from >= end || extent.to <= from) continue
    if (extent.from > from) found.push({ from, to: extent.from })
    from = extent.to
  }
  if (from < end) found.push({ from, to: end })
  return found
}
