/**
 * The maximum number of consecutive combining marks. No script needs as many: the Stream-Safe Text Format of Unicode
 * (UAX #15) has the same limit.
 */
export const maxMarks = 30

// Combining marks, and letters that decompose into one.
const mark = String.raw`[\p{M}\u0E33\u0EB3\uFF9E\uFF9F]`
const excessMarks = new RegExp(`(${mark}{${maxMarks}})${mark}+`, 'gu')
const ascii = /^[\0-\x7f]*$/

/** Returns whether a text contains more than `maxMarks` consecutive combining marks. */
export const hasExcessMarks = (text: string): boolean => text.search(excessMarks) !== -1

/** Removes combining marks beyond `maxMarks` consecutive ones. */
export const dropExcessMarks = (text: string): string => text.replace(excessMarks, '$1')

/**
 * Normalizes a text. Removes combining marks beyond `maxMarks` consecutive ones first, because
 * `String.prototype.normalize` sorts them in quadratic time, which could block the event loop.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (ascii.test(text)) return text
  return dropExcessMarks(text).normalize(form)
}
