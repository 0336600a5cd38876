/** Spaces of all widths and apostrophes, which some locales use as thousands separators. */
const grouping = /[\s'’]/gu

/** The maximum length of a number, in UTF-16 units. */
const maxLength = 100

/**
 * Parses a number with a decimal point or comma and optional thousands separators.
 * @returns null if the text is not a number, also for an empty text
 */
export function parseNumber(cell: string): number | null {
  if (cell.length > maxLength) return null
  const text = cell.replace(grouping, '')
  // The last separator is the decimal separator; a single comma is one, too.
  const isCommaDecimal = text.lastIndexOf(',') > text.lastIndexOf('.')
  const plain = isCommaDecimal ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  return /^[+-]?\d{1,15}(\.\d{0,20})?$|^\.\d{1,20}$/.test(plain) ? Number(plain) + 0 : null
}
