/** Spaces of all kinds, also the narrow ones, and apostrophes, which some countries write between thousands. */
const grouping = /[\s'’]/gu

/** In UTF-16 units: what is longer is no number. */
const longest = 100

/**
 * A number as people and programs write it: with a point or a comma before its decimals, and thousands set apart.
 * @returns null where it is none; 0 for nothing is not made up
 */
export function parseNumber(cell: string): number | null {
  if (cell.length > longest) return null
  const text = cell.replace(grouping, '')
  // Of two kinds of marks the last one stands before the decimals; a comma alone does, too.
  const isCommaDecimal = text.lastIndexOf(',') > text.lastIndexOf('.')
  const plain = isCommaDecimal ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
  return /^[+-]?\d{1,15}(\.\d{0,20})?$|^\.\d{1,20}$/.test(plain) ? Number(plain) + 0 : null
}
