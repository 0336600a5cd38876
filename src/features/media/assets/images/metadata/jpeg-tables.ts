/**
 * Returns whether a segment that a decoder needs exactly follows the standard (ITU T.81, annex B). With a wrong marker
 * or length, a "table" could contain metadata.
 */
export function isWellFormed(marker: number, body: Buffer): boolean {
  switch (marker) {
    case 0xc4:
      return isHuffmanTables(body)
    case 0xcc:
      return isArithmeticConditions(body)
    case 0xda:
      return body.length > 0 && body.readUInt8(0) <= 4 && body.length === 4 + 2 * body.readUInt8(0)
    case 0xdb:
      return isQuantizationTables(body)
    case 0xdc:
    case 0xdd:
      return body.length === 2
    case 0xdf:
      return body.length === 1
    default:
      return isFrameHeader(marker) && body.length >= 6 && body.length === 6 + 3 * body.readUInt8(5)
  }
}

/** Segments without which the pixels cannot be decoded. */
export function isNeeded(marker: number): boolean {
  return isFrameHeader(marker) || [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xdf].includes(marker)
}

function isFrameHeader(marker: number): boolean {
  const isReserved = marker === 0xc4 || marker === 0xc8 || marker === 0xcc
  return (marker >= 0xc0 && marker <= 0xcf && !isReserved) || marker === 0xde
}

/** Pairs of a table's class and number, and a value. */
function isArithmeticConditions(body: Buffer): boolean {
  return body.length % 2 === 0 && body.every((byte, offset) => offset % 2 === 1 || (byte & 0xec) === 0)
}

function isHuffmanTables(body: Buffer): boolean {
  let offset = 0
  while (offset + 17 <= body.length) {
    if ((body.readUInt8(offset) & 0xec) !== 0) return false
    const symbols = body.subarray(offset + 1, offset + 17).reduce((sum, count) => sum + count, 0)
    if (symbols > 256) return false
    offset += 17 + symbols
  }
  return offset === body.length
}

function isQuantizationTables(body: Buffer): boolean {
  let offset = 0
  while (offset < body.length) {
    const head = body.readUInt8(offset)
    if ((head & 0xec) !== 0) return false
    offset += head < 0x10 ? 65 : 129
  }
  return offset === body.length
}
