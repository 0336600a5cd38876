import type { VariantSize } from '../../../media/assets/models.js'

export const imagesPath = '/api/exercise-images'

const sizes: Readonly<Record<string, VariantSize>> = { large: 'LARGE', thumbnail: 'THUMBNAIL' }

/** The name of a picture's file in its URL. */
export const imageFile = (id: string, size: VariantSize): string => `${id}.${size.toLowerCase()}.webp`

/** Reads the name of a file; null if it cannot be that of a picture. */
export function readImageFile(name: string): { id: string; size: VariantSize } | null {
  const [, id, size = ''] = /^([0-9a-f]{24})\.(large|thumbnail)\.webp$/.exec(name) ?? []
  return id === undefined ? null : { id, size: sizes[size] ?? 'LARGE' }
}
