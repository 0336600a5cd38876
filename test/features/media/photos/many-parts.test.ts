import t from 'tap'
import { box, heic } from '../../../heic.js'
import {
  gif,
  jpeg,
  png,
  pngChunk,
  segment,
  webpChunk,
  webpFile,
  webpHead,
  webpPixel,
} from '../../../images.js'
import { countPauses } from '../../../event-loop-delay.js'
import { assertRefused, photoApp, photoPart, post } from './photo-app.js'

const parts = 9000
// On a busy machine, thousands of pauses can exceed the request timeout.
const unhurried = { settings: { REQUEST_TIMEOUT: '10m' } }
const repeated = (part: Buffer, times = parts) => Buffer.concat(Array.from({ length: times }, () => part))
/** Inserts many parts into an image after its header. */
const filled = (image: Buffer, header: number, part: Buffer) =>
  Buffer.concat([image.subarray(0, header), repeated(part), image.subarray(header)])

const comment = Buffer.from([0x21, 0xfe, 1, 65, 0])
const images = {
  'a.gif': ['image/gif', filled(gif(), 19, comment)],
  'a.png': ['image/png', filled(png(), 33, pngChunk('tEXt', Buffer.from('A')))],
  'a.jpg': ['image/jpeg', filled(jpeg(), 2, segment(0xfe, Buffer.from('A')))],
  'a.webp': [
    'image/webp',
    webpFile(
      webpHead(2),
      repeated(webpChunk('ANMF', Buffer.concat([Buffer.alloc(16), webpPixel]))),
      webpPixel,
    ),
  ],
} as const

t.test('serves other requests while it reads an image with many small parts', async t => {
  const { app, person } = await photoApp(t, unhurried)
  const pauses = countPauses(t, 0.1)
  for (const [fileName, [type, content]] of Object.entries(images)) {
    pauses()
    const { statusCode } = await post(app, person, [photoPart({ fileName, type, content })])
    t.equal(statusCode, 201, fileName)
    const taken = pauses()
    t.ok(taken > parts / 60, `${fileName}: ${taken} pauses`)
  }
})

t.test('limits the number of blocks of a GIF', async t => {
  const { app, person, isEmpty } = await photoApp(t, unhurried)
  const content = Buffer.concat([gif().subarray(0, 19), repeated(comment, 200_000), gif().subarray(19)])
  const pauses = countPauses(t)
  pauses()
  const response = await post(app, person, [photoPart({ fileName: 'a.gif', type: 'image/gif', content })])
  assertRefused(t, response, 415, 'UNSUPPORTED_MEDIA_TYPE', '200,000 blocks')
  const taken = pauses()
  t.ok(taken > 20_000, `${taken} pauses`)
  await isEmpty('200,000 blocks')
})

t.test('limits the number of boxes of a HEIF file', async t => {
  const { app, person } = await photoApp(t)
  const whole = heic()
  const at = whole.indexOf('meta') - 4
  const length = whole.readUInt32BE(at)
  const withBoxes = (count: number) => {
    const boxes = repeated(box('free'), count)
    const file = Buffer.concat([whole.subarray(0, at + length), boxes, whole.subarray(at + length)])
    file.writeUInt32BE(length + boxes.length, at)
    // The inserted boxes move the pictures, so the extents in the box `iloc` are updated.
    for (let item = 0; item < 3; item++) {
      const place = file.indexOf('iloc') + 4 + 8 + item * 14 + 6
      file.writeUInt32BE(file.readUInt32BE(place) + boxes.length, place)
    }
    return photoPart({ fileName: 'a.heic', type: 'image/heic', content: file })
  }
  t.equal((await post(app, person, [withBoxes(1000)])).statusCode, 201)
  assertRefused(
    t,
    await post(app, person, [withBoxes(parts)]),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'too many boxes',
  )
})
