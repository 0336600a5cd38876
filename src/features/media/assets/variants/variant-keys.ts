import type { PhotoSize, VariantSize } from '../models.js'

export const variantType = 'image/webp'

/** Longest edge in pixels. */
export const longestEdges: Readonly<Record<VariantSize, number>> = { LARGE: 1080, THUMBNAIL: 256 }

export const variantSizes = Object.keys(longestEdges) as VariantSize[]

/** The key of a size, which is derived from the key of the original. */
export const variantKey = (fileKey: string, size: PhotoSize): string =>
  size === 'ORIGINAL' ? fileKey : `${fileKey.replace(/\.[^./]*$/, '')}.${size.toLowerCase()}.webp`
