/**
 * Makes the smaller sizes of images in a process of its own: a decoder that crashes, or is led to take all memory,
 * takes nothing else with it.
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { encode } from 'blurhash'
import sharp, { type Sharp } from 'sharp'
import { MiB } from '../../../../lib/quantities.js'
import type { JobResult, ResizeJob } from './image-resizer.js'
import { longestEdges } from './variant-keys.js'

/** More than the cameras of phones make of what an upload can hold. */
const maxPixels = 64_000_000
/** Of the whole process; decoding takes up to 8 bytes for a pixel. */
const maxMemory = 768 * MiB
const memoryLook = 50
const quality = 80
/** Of the picture of which the hash is made: it holds no more than some waves. */
const hashedEdge = 32

sharp.cache(false)
sharp.concurrency(1)
// What is no photo is not decoded, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(format => `VipsForeignLoad${format}`),
})

process.on('message', (job: ResizeJob) => void make(job).then(answer => process.send?.(answer)))
process.on('disconnect', () => process.exit())
setInterval(() => process.memoryUsage.rss() > maxMemory && process.exit(1), memoryLook).unref()
void yieldToOthers()

async function make({ source, LARGE, THUMBNAIL }: ResizeJob): Promise<JobResult> {
  try {
    const { data, info } = await within(
      // Of an animation the first picture; of what is cut off as much as there is, as browsers show it.
      sharp(source, { limitInputPixels: maxPixels, failOn: 'none', sequentialRead: true }).autoOrient(),
      longestEdges.LARGE,
    )
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const picture = () => sharp(data, { raw: { width, height, channels } })
    await picture().webp({ quality }).toFile(LARGE)
    await within(picture(), longestEdges.THUMBNAIL).webp({ quality }).toFile(THUMBNAIL)
    return { blurHash: await hashOf(picture()) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function within(image: Sharp, edge: number): Sharp {
  return image.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
}

async function hashOf(picture: Sharp): Promise<string> {
  const { data, info } = await within(picture, hashedEdge)
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isWide = info.width >= info.height
  return encode(new Uint8ClampedArray(data), info.width, info.height, isWide ? 4 : 3, isWide ? 3 : 4)
}

/** The processor is for those who answer requests; and where memory runs out, this is what can be done without. */
async function yieldToOthers(): Promise<void> {
  try {
    setPriority(10)
    await writeFile('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on this system.
  }
}
