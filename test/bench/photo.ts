/** A JPEG of one pixel whose scan is padded to the size. */
export function jpegOf(bytes: number): Buffer {
  const head = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffdb004300' +
      '10'.repeat(64) +
      'ffc0000b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffda0008010100003f00',
    'hex',
  )
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - 2, 0x55), Buffer.from('ffd9', 'hex')])
}
