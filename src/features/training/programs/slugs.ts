import { normalizeText } from '../../../lib/normalize.js'

/** A slug of at most 80 characters; `program` for a title without Latin letters and digits. */
export function slugify(title: string): string {
  const words = normalizeText(title, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, 80).replace(/^-+|-+$/g, '') || 'program'
}

/** The number of digits of the id that are appended to a slug that is taken. */
const suffixLength = 6

/** The wanted slug or, if it is taken, one that ends with digits of the id. */
export function uniqueSlug(preferredSlug: string, id: string, takenSlugs: ReadonlySet<string>): string {
  const candidates = [preferredSlug, `${preferredSlug}-${id.slice(-suffixLength)}`, `${preferredSlug}-${id}`]
  return candidates.find(slug => !takenSlugs.has(slug)) ?? `program-${id}`
}
