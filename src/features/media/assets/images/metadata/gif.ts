import { MalformedImageError } from './malformed-image-error.js'
import type { CopyPlan } from './copy-plan.js'
import type { Source } from './source.js'

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const
const label = { control: 0xf9, application: 0xff } as const
const maxBlocks = 100_000

/** The application extension with the number of repetitions. Others, such as XMP, are removed. */
const loopExtension = /^(NETSCAPE2\.0|ANIMEXTS1\.0)\x03\x01$/

/** Keeps the frames and their timing. Removes comments and everything after the trailer. */
export async function planGif(source: Source, plan: CopyPlan): Promise<void> {
  const header = await source.bytes(0, 13)
  if (!/^GIF8[79]a$/.test(header.toString('latin1', 0, 6))) throw new MalformedImageError('not a GIF file')
  let position = 13 + colorTableSize(header.readUInt8(10))
  plan.keep(0, position)

  let images = 0
  for (let blocks = 0; blocks < maxBlocks; blocks++) {
    const start = position
    const introducer = start < source.size ? (await source.bytes(start, 1)).readUInt8() : block.trailer
    if (introducer === block.extension) {
      position = await planExtension(source, start, plan)
    } else if (introducer === block.image) {
      position = await endOfImage(source, start)
      plan.keep(start, position)
      images += 1
    } else {
      // Decoders stop at an unknown block or at the end of the file as they do at a trailer.
      if (images === 0) throw new MalformedImageError('a GIF file without an image')
      plan.insert(Buffer.from([block.trailer]))
      return
    }
  }
  throw new MalformedImageError('a GIF image has too many blocks')
}

const colorTableSize = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1))

async function planExtension(source: Source, start: number, plan: CopyPlan): Promise<number> {
  const end = await endOfSubBlocks(source, start + 2)
  const head = await source.bytes(start, Math.min(18, end - start))
  if (head.readUInt8(1) === label.control) {
    if (end - start !== 8) throw new MalformedImageError('a GIF control block is broken')
    plan.keep(start, end)
  }
  if (head.readUInt8(1) === label.application && loopExtension.test(head.toString('latin1', 3, 16))) {
    // Keep only its first block and the terminating zero.
    plan.insert(head)
    plan.insert(Buffer.from([0]))
  }
  return end
}

async function endOfImage(source: Source, start: number): Promise<number> {
  const flags = (await source.bytes(start + 9, 1)).readUInt8()
  const data = start + 10 + colorTableSize(flags)
  const codeSize = (await source.bytes(data, 1)).readUInt8()
  if (codeSize < 1 || codeSize > 11) throw new MalformedImageError('a GIF frame is broken')
  return endOfSubBlocks(source, data + 1)
}

/** A sub-block is a length and that number of bytes. A length of zero ends the list. */
async function endOfSubBlocks(source: Source, start: number): Promise<number> {
  let position = start
  for (;;) {
    const window = await source.window(position)
    let offset = 0
    while (offset < window.length) {
      const length = window.readUInt8(offset)
      offset += 1 + length
      if (length === 0) return position + offset
    }
    position += offset
  }
}
