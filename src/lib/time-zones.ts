/** Twice the longest name that there is. */
const maxLength = 64

const name = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

let common: ReadonlySet<string> | undefined

/**
 * Whether it is the name of a time zone in IANA's database, an older name of one included. An offset such as `+01:00`
 * is none.
 */
export function isTimeZone(text: string): boolean {
  // Asked for where it is needed: it takes some milliseconds.
  common ??= new Set(Intl.supportedValuesOf('timeZone'))
  if (common.has(text)) return true
  if (text.length > maxLength || !name.test(text)) return false
  try {
    // Not remembered: upper and lower case make thousands of spellings of one name.
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
