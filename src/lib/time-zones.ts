import { LRUCache } from 'lru-cache'

/** Twice the longest name that there is. */
const maxLength = 64

const name = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

let common: ReadonlySet<string> | undefined

/** Others that are good, as `UTC` is: to find that out takes a quarter of a millisecond. */
const others = new LRUCache<string, true>({ max: 1000 })

/**
 * Whether it is the name of a time zone in IANA's database, an older name of one included. An offset such as `+01:00`
 * is none.
 */
export function isTimeZone(text: string): boolean {
  // Asked for where it is needed: it takes some milliseconds.
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
