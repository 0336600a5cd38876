import { normalizeText } from '../../../lib/normalize.js'

/** A name for addresses, from a title of any script. */
export function slugOf(title: string): string {
  const words = normalizeText(title, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
  return words.slice(0, 80).replace(/^-+|-+$/g, '') || 'program'
}

/** Digits of an identifier that tell a slug from another one's. */
const tail = 6

/** The slug that is wanted or, where it is taken, one that ends with digits of the identifier. */
export function freeSlug(wanted: string, id: string, taken: ReadonlySet<string>): string {
  const candidates = [wanted, `${wanted}-${id.slice(-tail)}`, `${wanted}-${id}`]
  return candidates.find(slug => !taken.has(slug)) ?? `program-${id}`
}
