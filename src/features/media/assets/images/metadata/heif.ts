import { MiB } from '../../../../../lib/quantities.js'
import { readChildBoxes, readBoxes, type Box } from './heif-boxes.js'
import { blankMetaBox } from './heif-meta-box.js'
import { findGaps, getSingleBox, readItems, type Extent, type Item } from './heif-items.js'
import { MalformedImageError } from './malformed-image-error.js'
import type { CopyPlan } from './copy-plan.js'
import type { Source } from './source.js'

/** Coded images and derived images. A JPEG inside a HEIF file is not included, because it has its own EXIF. */
const imageTypes = new Set('hvc1 hev1 lhv1 av01 avc1 vvc1 evc1 j2k1 unci grid iovl iden tmap'.split(' '))

/**
 * Replaces everything that is not part of an image by zeros, so that no offset changes. The orientation is kept, because
 * it is a property of the image (`irot`, `imir`) and not EXIF.
 */
export async function planHeif(source: Source, plan: CopyPlan): Promise<void> {
  const boxes = await readBoxes(source)
  if (boxes[0]?.type !== 'ftyp') throw new MalformedImageError('not a HEIF file')
  const metaBox = getSingleBox(boxes, 'meta')
  if (metaBox.end - metaBox.start > MiB)
    throw new MalformedImageError('the description of a HEIF file is too long')
  const meta = Buffer.from(await source.bytes(metaBox.start, metaBox.end - metaBox.start))
  const children = readChildBoxes(meta, metaBox.body - metaBox.start + 4, meta.length)
  const { items, primary } = readItems(meta, children)
  if (!imageTypes.has(items.get(primary)?.type ?? ''))
    throw new MalformedImageError('a HEIF file without a picture')

  const media = boxes.filter(box => box.type === 'mdat')
  const kept = keptExtents([...items.values()], 0, media)
  const idatBoxes = children.filter(box => box.type === 'idat')
  if (idatBoxes.length > 1) throw new MalformedImageError('a HEIF file has two boxes idat')
  blankMetaBox(meta, children, keptExtents([...items.values()], 1, idatBoxes.map(contentOnly)))

  for (const box of boxes) {
    if (box === metaBox) plan.insert(meta)
    else if (box === boxes[0]) plan.keep(box.start, box.end)
    else if (box.type === 'mdat') planMedia(box, kept, plan)
    else await planBlank(source, box, plan)
  }
}

/** `idat` is addressed from the start of its content. */
const contentOnly = (box: Box): Box => ({ ...box, start: 0, body: 0, end: box.end - box.body })

/** The extents of the images, sorted. @throws MalformedImageError if one is outside the boxes or overlaps others */
function keptExtents(items: Item[], method: number, boxes: Box[]): Extent[] {
  if (items.some(item => item.method > 1))
    throw new MalformedImageError('a HEIF item is stored inside another one')
  const located = items.filter(item => item.method === method)
  const kept = located.filter(item => imageTypes.has(item.type)).flatMap(filledExtents)
  const dropped = located.filter(item => !imageTypes.has(item.type)).flatMap(item => item.extents)
  kept.sort((one, other) => one.from - other.from)
  if (!areWithin(kept, boxes)) throw new MalformedImageError('a HEIF picture lies outside the media data')
  if (overlap(kept, dropped)) throw new MalformedImageError('a HEIF picture shares bytes with metadata')
  return kept
}

/** Returns whether each extent lies in one of the boxes. Both are sorted, and the boxes do not overlap. */
function areWithin(extents: readonly Extent[], boxes: readonly Box[]): boolean {
  let offset = 0
  return extents.every(({ from, to }) => {
    while (offset < boxes.length && (boxes[offset]?.end ?? 0) <= from) offset++
    const box = boxes[offset]
    return box !== undefined && from >= box.body && to <= box.end
  })
}

/** Returns whether one of the extents shares bytes with one of the others. */
function overlap(extents: readonly Extent[], others: readonly Extent[]): boolean {
  const byStart = others.toSorted((one, other) => one.from - other.from)
  let next = 0
  let reach = 0
  const byEnd = extents.toSorted((one, other) => one.to - other.to)
  return byEnd.some(({ from, to }) => {
    for (let other = byStart[next]; other && other.from < to; other = byStart[++next])
      reach = Math.max(reach, other.to)
    return from < reach
  })
}

/** Extents of length zero can mean the whole file. Only `iden` images, which refer to another image, have no data. */
function filledExtents(item: Item): Extent[] {
  const filled = item.extents.filter(({ from, to }) => from < to)
  if (filled.length === 0 && item.type !== 'iden') throw new MalformedImageError('a HEIF picture has no data')
  return filled
}

function planMedia(box: Box, kept: Extent[], plan: CopyPlan): void {
  let offset = box.start
  for (const gap of findGaps(kept, box.body, box.end)) {
    plan.keep(offset, gap.from)
    plan.insertZeros(gap.to - gap.from)
    offset = gap.to
  }
  plan.keep(offset, box.end)
}

async function planBlank(source: Source, box: Box, plan: CopyPlan): Promise<void> {
  const header = Buffer.from(await source.bytes(box.start, box.body - box.start))
  header.write('free', 4, 'latin1')
  plan.insert(header)
  plan.insertZeros(box.end - box.body)
}
