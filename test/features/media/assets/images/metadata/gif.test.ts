import t from 'tap'
import { MalformedImageError } from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { secret } from '../../../../../exif.js'
import { gif } from '../../../../../images.js'
import { strip } from './helper.js'

const mediaType = 'image/gif'

t.test('keeps the loop and the frames', async t => {
  const stripped = await strip(t, gif(), mediaType)
  t.ok(stripped.includes('NETSCAPE2.0'))
  t.notOk(stripped.includes('XMP DataXMP'))
  const frame = gif().subarray(gif().indexOf(Buffer.from('21f904', 'hex')))
  t.same(stripped.subarray(-frame.length), frame)
})

t.test('adds a missing trailer', async t => {
  const whole = await strip(t, gif(), mediaType)
  t.same(await strip(t, gif().subarray(0, -1), mediaType), whole)
  t.same(await strip(t, Buffer.concat([gif().subarray(0, -1), Buffer.from(`\0${secret}`)]), mediaType), whole)
})

t.test('rejects malformed files', async t => {
  const control = gif().indexOf(Buffer.from('21f904', 'hex'))
  const longControl = Buffer.from(gif())
  longControl.writeUInt8(5, control + 2)
  const wrongCodes = Buffer.from(gif())
  wrongCodes.writeUInt8(65, wrongCodes.length - 6)
  const noFrame = Buffer.concat([gif().subarray(0, control), Buffer.from([0x3b])])
  const halfFrame = gif().subarray(0, -4)
  for (const file of [longControl, wrongCodes, noFrame, halfFrame]) {
    await t.rejects(strip(t, file, mediaType), MalformedImageError)
  }
})
