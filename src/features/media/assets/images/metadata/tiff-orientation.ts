const orientationTag = 0x0112
const shortType = 3
const entrySize = 12

/** The orientation of an image without the tag. */
export const uprightOrientation = 1

/** The orientation (1 to 8) in the first directory of an EXIF block; 1 if it is absent or cannot be read. */
export function readOrientation(block: Buffer): number {
  const tiff = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  if (tiff.length < 8) return uprightOrientation
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return uprightOrientation

  const uint16 = (offset: number) => (order === 'II' ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (uint16(2) !== 42 || directory + 2 > tiff.length) return uprightOrientation

  const end = Math.min(directory + 2 + uint16(directory) * entrySize, tiff.length)
  for (let entry = directory + 2; entry + entrySize <= end; entry += entrySize) {
    if (uint16(entry) !== orientationTag || uint16(entry + 2) !== shortType) continue
    const value = uint16(entry + 8)
    return value >= 1 && value <= 8 ? value : uprightOrientation
  }
  return uprightOrientation
}

/** The smallest possible EXIF block: one directory that contains only the orientation. */
export function createOrientationExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(orientationTag, 10)
  tiff.writeUInt16BE(shortType, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
