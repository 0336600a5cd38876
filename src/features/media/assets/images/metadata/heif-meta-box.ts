import { blankBox, readChildBoxes, type Box } from './heif-boxes.js'
import { findGaps, type Extent } from './heif-items.js'

const keptBoxes = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iref', 'iprp', 'idat', 'dinf', 'grpl'])

/** Properties needed to decode, compose, rotate and color an image. Others may contain texts or times. */
const properties = new Set([
  ...'hvcC lhvC av1C avcC vvcC evcC j2kH uncC cmpd cpat snuc cloc oinf tols'.split(' '),
  ...'ispe pixi pasp clap irot imir iscl rloc rref lsel a1op a1lx auxC disp'.split(' '),
  ...'colr clli mdcv cclv amve ndwt reve cmin cmex'.split(' '),
])

/** The size of the fields of `hdlr` before the name of the handler. */
const handlerFieldsSize = 24

/**
 * Blanks everything in a `meta` box that images do not need, and the parts of `idat` that no image uses.
 * @param kept the extents of the images in `idat`, sorted
 */
export function blankMetaBox(meta: Buffer, children: Box[], kept: Extent[]): void {
  for (const box of children) {
    if (!keptBoxes.has(box.type)) blankBox(meta, box)
    if (box.type === 'idat') {
      for (const gap of findGaps(kept, 0, box.end - box.body))
        meta.fill(0, box.body + gap.from, box.body + gap.to)
    }
    if (box.type === 'iprp') blankProperties(meta, box)
    if (box.type === 'hdlr') meta.fill(0, Math.min(box.body + handlerFieldsSize, box.end), box.end)
  }
}

/** Properties are referenced by their index, so a removed property is replaced by a box of the type `free`. */
function blankProperties(meta: Buffer, box: Box): void {
  for (const part of readChildBoxes(meta, box.body, box.end)) {
    if (part.type === 'ipma') continue
    if (part.type !== 'ipco') {
      blankBox(meta, part)
      continue
    }
    const unknown = readChildBoxes(meta, part.body, part.end).filter(({ type }) => !properties.has(type))
    for (const property of unknown) blankBox(meta, property)
  }
}
