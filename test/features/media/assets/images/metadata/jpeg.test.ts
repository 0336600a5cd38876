import fc from 'fast-check'
import t from 'tap'
import { MalformedImageError } from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { jpeg, profile, segment } from '../../../../../images.js'
import { strip } from './helper.js'

const mediaType = 'image/jpeg'

/** The markers of a file without restart markers, in order. */
function markersOf(file: Buffer): number[] {
  const markers: number[] = []
  for (let at = 0; at + 1 < file.length; at++) {
    const code = file.readUInt8(at + 1)
    if (file.readUInt8(at) !== 0xff || code === 0 || code === 0xff) continue
    markers.push(code)
    if (code !== 0xd8 && code !== 0xd9) at += 1 + file.readUInt16BE(at + 2)
  }
  return markers
}

t.test(
  'keeps JFIF, orientation, color profile and Adobe marker, in that order, before the image',
  async t => {
    const stripped = await strip(t, jpeg(), mediaType)
    t.same(markersOf(stripped), [0xd8, 0xe0, 0xe1, 0xe2, 0xee, 0xdb, 0xc0, 0xc4, 0xc4, 0xda, 0xd9])
    t.ok(stripped.includes(profile))
  },
)

t.test('removes the JFIF thumbnail', async t => {
  const stripped = await strip(t, jpeg(), mediaType)
  t.same(stripped.subarray(2, 20), Buffer.from('ffe000104a46494600010200000100010000', 'hex'))
})

t.test('copies scans, restart markers, stuffed bytes and fill bytes unchanged', async t => {
  const scans = ['3f', '12ff00ffd034ff00ffd156', '78ffff'].map(hex => Buffer.from(hex, 'hex'))
  const original = jpeg({ scans })
  const stripped = await strip(t, original, mediaType)
  const image = original.subarray(original.indexOf(Buffer.from('ffdb', 'hex')))
  t.ok(stripped.includes(image))
})

t.test('skips garbage between two segments, as decoders do', async t => {
  const original = jpeg()
  const table = original.indexOf(Buffer.from('ffdb', 'hex'))
  const dirty = Buffer.concat([
    original.subarray(0, table),
    Buffer.from([1, 2, 0xff, 0]),
    original.subarray(table),
  ])
  t.same(await strip(t, dirty, mediaType), await strip(t, original, mediaType))
})

t.test('omits a color profile with a wrong length', async t => {
  const wrong = Buffer.from(profile)
  wrong.writeUInt32BE(131)
  const original = jpeg()
  wrong.copy(original, original.indexOf(profile))
  t.notOk((await strip(t, original, mediaType)).includes('ICC_PROFILE'))
})

t.test('rejects a malformed table', async t => {
  const tables = [
    segment(0xdb, Buffer.from('E'.repeat(65))),
    segment(0xdb, Buffer.alloc(64)),
    segment(0xc4, Buffer.alloc(18, 1)),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 2, 1, 0x11, 0])),
    segment(0xdd, Buffer.alloc(3)),
    segment(0xcc, Buffer.from('at 5')),
  ]
  for (const table of tables) {
    const original = jpeg()
    await t.rejects(
      strip(t, Buffer.concat([original.subarray(0, 2), table, original.subarray(2)]), mediaType),
      {
        name: 'MalformedImageError',
      },
    )
  }
})

t.test('rejects an image without an end, without a scan or inside another one', async t => {
  const original = jpeg()
  const start = original.subarray(0, 2)
  for (const broken of [
    original.subarray(0, -2),
    Buffer.from('ffd8ffd9', 'hex'),
    Buffer.concat([start, original]),
  ]) {
    await t.rejects(strip(t, broken, mediaType), MalformedImageError)
  }
})

t.test('finds a marker that spans two windows', async t => {
  const scanLength = fc.integer({ min: 64_800, max: 65_700 })
  await fc.assert(
    fc.asyncProperty(scanLength, fc.integer({ min: 0, max: 3 }), async (length, fill) => {
      const original = jpeg({ scans: [Buffer.alloc(length, 0x12), Buffer.alloc(fill, 0xff)] })
      const image = original.subarray(original.indexOf(Buffer.from('ffdb', 'hex')))
      const stripped = await strip(t, original, mediaType)
      return stripped.subarray(-image.length).equals(image)
    }),
    { seed: 20260131, numRuns: 200 },
  )
})

t.test('rejects too many segments', async t => {
  const many = Buffer.concat(Array.from({ length: 10_001 }, () => segment(0xdd, Buffer.alloc(2))))
  const original = jpeg()
  await t.rejects(strip(t, Buffer.concat([original.subarray(0, 2), many, original.subarray(2)]), mediaType), {
    message: /too many/,
  })
})
