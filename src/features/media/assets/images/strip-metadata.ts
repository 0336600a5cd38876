import { open, rm, type FileHandle } from 'node:fs/promises'
import { planGif } from './metadata/gif.js'
import { planHeif } from './metadata/heif.js'
import { planJpeg } from './metadata/jpeg.js'
import { MalformedImageError } from './metadata/malformed-image-error.js'
import { createCopyPlan, type CopyPlan } from './metadata/copy-plan.js'
import { planPng } from './metadata/png.js'
import { openSource, type Source } from './metadata/source.js'
import { planWebp } from './metadata/webp.js'
import { KiB } from '../../../../lib/quantities.js'
import { createYielder } from '../../../../lib/event-loop.js'

export { MalformedImageError }

type Planner = (source: Source, plan: CopyPlan) => Promise<void>

const planners = new Map<string, Planner>([
  ['image/jpeg', planJpeg],
  ['image/png', planPng],
  ['image/webp', planWebp],
  ['image/gif', planGif],
  ['image/heic', planHeif],
  ['image/heif', planHeif],
])

const bufferSize = 64 * KiB

/**
 * Writes a copy of an image without position, camera, comments and thumbnails. The pixels are not encoded again, and the
 * color profile and the orientation are kept. The target must not exist; it is deleted if anything fails.
 * @returns the size of the copy in bytes
 * @throws MalformedImageError if the structure is broken, so that metadata could remain
 */
export async function stripMetadata(
  source: string,
  target: string,
  mediaType: string,
): Promise<{ size: number }> {
  const planner = planners.get(mediaType)
  if (planner === undefined) throw new TypeError(`no metadata can be removed from ${mediaType}`)
  const input = await open(source, 'r')
  try {
    const original = await openSource(input)
    const plan = createCopyPlan()
    await planner(original, plan)
    await writeFile(target, original, plan)
    return { size: plan.size }
  } finally {
    await input.close()
  }
}

async function writeFile(target: string, original: Source, plan: CopyPlan): Promise<void> {
  const output = await open(target, 'wx', 0o600)
  try {
    await writeParts(output, original, plan)
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    await output.close()
  }
}

/** Small parts are collected in a buffer, so that a file of thousands of chunks does not cost thousands of writes. */
async function writeParts(output: FileHandle, original: Source, plan: CopyPlan): Promise<void> {
  const buffer = Buffer.alloc(bufferSize)
  const pause = createYielder()
  let filled = 0
  for await (const part of readParts(original, plan)) {
    await pause()
    for (let offset = 0; offset < part.length;) {
      const copied = part.copy(buffer, filled, offset)
      offset += copied
      filled += copied
      if (filled < bufferSize) continue
      await output.writeFile(buffer)
      filled = 0
    }
  }
  await output.writeFile(buffer.subarray(0, filled))
}

async function* readParts(original: Source, plan: CopyPlan): AsyncGenerator<Buffer> {
  for (const part of plan.parts) {
    if ('bytes' in part) yield part.bytes
    else if ('zeros' in part) yield* zeros(part.zeros)
    else yield* range(original, part.from, part.to)
  }
}

function* zeros(length: number): Generator<Buffer> {
  const block = Buffer.alloc(Math.min(length, bufferSize))
  for (let left = length; left > 0; left -= block.length) yield block.subarray(0, left)
}

async function* range(original: Source, from: number, to: number): AsyncGenerator<Buffer> {
  for (let offset = from; offset < to;) {
    const part = (await original.window(offset)).subarray(0, to - offset)
    offset += part.length
    yield part
  }
}
