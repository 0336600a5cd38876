import type { PhotoSize, VariantSize } from '../models.js'

export const variantType = 'image/webp'

/** Longest edge in pixels. */
export const longestEdges: Readonly<Record<VariantSize, number>> = { LARGE: 1080, THUMBNAIL: 256 }

export const variantSizes = Object.keys(longestEdges) as VariantSize[]

/** Where a size of an image lies: beside the original, under a name that follows from the original's. */
export const variantKey = (fileKey: string, size: PhotoSize): string =>
  size === 'ORIGINAL' ? fileKey : `${fileKey.replace(/\.[^./]*$/, '')}.${size.toLowerCase()}.webp`
