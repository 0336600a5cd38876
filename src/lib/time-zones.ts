import { LRUCache } from 'lru-cache'

/** Twice the length of the longest name. */
const maxLength = 64

const name = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

let common: ReadonlySet<string> | undefined

/** Caches other valid names, such as `UTC`, because a check takes a quarter of a millisecond. */
const others = new LRUCache<string, true>({ max: 1000 })

/**
 * Returns whether a text is the name of a time zone in the IANA database, including deprecated names. An offset such as
 * `+01:00` is not.
 */
export function isTimeZone(text: string): boolean {
  // Created on demand, because it takes some milliseconds.
  common ??= new Set(Intl.supportedValuesOf('timeZone'))
  if (common.has(text) || others.get(text)) return true
  if (text.length > maxLength || !name.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    others.set(text, true)
    return true
  } catch {
    return false
  }
}
