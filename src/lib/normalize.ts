/**
 * Combining marks in a row that a text may have. No script needs as many: Unicode's Stream-Safe Text Format (UAX #15)
 * has the same bound.
 */
export const maxMarks = 30

// Marks, and the letters that decompose into a mark.
const mark = String.raw`[\p{M}\u0E33\u0EB3\uFF9E\uFF9F]`
const excessMarks = new RegExp(`(${mark}{${maxMarks}})${mark}+`, 'gu')
const ascii = /^[\0-\x7f]*$/

/** Whether a run of combining marks in the text is longer than `maxMarks`. */
export const hasExcessMarks = (text: string): boolean => text.search(excessMarks) !== -1

/** The text without the combining marks beyond `maxMarks` in a row. */
export const dropExcessMarks = (text: string): string => text.replace(excessMarks, '$1')

/**
 * The text in a normal form of Unicode. Drops combining marks beyond `maxMarks` in a row first:
 * `String.prototype.normalize` sorts a run of marks in quadratic time, so a long run would block the event loop.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  if (ascii.test(text)) return text
  return dropExcessMarks(text).normalize(form)
}
