/**
 * Creates the smaller sizes of images in a process of its own, so that a malicious image that crashes the decoder or
 * exhausts the memory does not affect the service.
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { encode } from 'blurhash'
import sharp, { type Sharp } from 'sharp'
import { MiB } from '../../../../lib/quantities.js'
import type { JobResult, ResizeJob } from './image-resizer.js'
import { longestEdges } from './variant-keys.js'

/** More than photos from phones have within the size limit of uploads. */
const maxPixels = 64_000_000
/** Applies to the whole process. Decoding takes up to 8 bytes per pixel. */
const maxMemory = 768 * MiB
/** In milliseconds. */
const memoryCheckInterval = 50
const quality = 80
/** The edge of the image from which the blur hash is computed. A blur hash contains only low frequencies. */
const blurHashEdge = 32

sharp.cache(false)
sharp.concurrency(1)
// Block the decoders of all formats that are not photos.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(format => `VipsForeignLoad${format}`),
})

process.on('message', (job: ResizeJob) => void resize(job).then(result => process.send?.(result)))
process.on('disconnect', () => process.exit())
setInterval(() => process.memoryUsage.rss() > maxMemory && process.exit(1), memoryCheckInterval).unref()
void lowerPriority()

async function resize({ source, LARGE, THUMBNAIL }: ResizeJob): Promise<JobResult> {
  try {
    const { data, info } = await resizeToFit(
      // Decode the first frame of an animation, and as much as possible of a truncated file, as browsers do.
      sharp(source, { limitInputPixels: maxPixels, failOn: 'none', sequentialRead: true }).autoOrient(),
      longestEdges.LARGE,
    )
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const image = () => sharp(data, { raw: { width, height, channels } })
    await image().webp({ quality }).toFile(LARGE)
    await resizeToFit(image(), longestEdges.THUMBNAIL).webp({ quality }).toFile(THUMBNAIL)
    return { blurHash: await computeBlurHash(image()), width, height }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function resizeToFit(image: Sharp, edge: number): Sharp {
  return image.resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
}

async function computeBlurHash(image: Sharp): Promise<string> {
  const { data, info } = await resizeToFit(image, blurHashEdge)
    .flatten({ background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isWide = info.width >= info.height
  return encode(new Uint8ClampedArray(data), info.width, info.height, isWide ? 4 : 3, isWide ? 3 : 4)
}

/** Requests have priority over this process, and the kernel kills this process first if memory runs out. */
async function lowerPriority(): Promise<void> {
  try {
    setPriority(10)
    await writeFile('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not supported on this system.
  }
}
