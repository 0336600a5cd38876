import t from 'tap'
import { MalformedImageError } from '../../../../../../src/features/media/assets/images/strip-metadata.js'
import { box, heic, heicPicture } from '../../../../../heic.js'
import { strip } from './helper.js'

const mediaType = 'image/heic'

t.test('keeps the picture and its properties in place', async t => {
  const original = heic()
  const stripped = await strip(t, original, mediaType)
  t.equal(stripped.length, original.length)
  t.equal(stripped.indexOf(heicPicture), original.indexOf(heicPicture))
  for (const type of ['ftyp', 'hdlr', 'pitm', 'iinf', 'iloc', 'irot', 'mdat']) {
    t.equal(stripped.indexOf(type), original.indexOf(type), type)
  }
})

t.test('replaces boxes with metadata by free space', async t => {
  const stripped = await strip(t, heic(), mediaType)
  for (const type of ['udes', 'xml ', 'uuid']) t.notOk(stripped.includes(type), type)
})

t.test('removes a movie next to the picture', async t => {
  const original = Buffer.concat([heic(), box('moov', box('udta', 'somewhere'))])
  const stripped = await strip(t, original, mediaType)
  t.notOk(stripped.includes('somewhere'))
  t.equal(stripped.length, original.length)
})

t.test('rejects a picture that shares bytes with metadata or lies outside the media data', async t => {
  for (const pictureAt of [1, -20, 100_000]) {
    await t.rejects(strip(t, heic({ pictureAt }), mediaType), MalformedImageError)
  }
})

t.test('rejects an invalid meta box', async t => {
  const change = (find: string, offset: number, bytes: number[]) => {
    const file = heic()
    Buffer.from(bytes).copy(file, file.indexOf(find) + offset)
    return file
  }
  const broken = {
    'no description': change('meta', 0, [0x78]),
    'two descriptions': Buffer.concat([heic(), box('meta', Buffer.alloc(4))]),
    'no picture': change('hvc1', 0, [0x6a]),
    'a primary item that is metadata': change('pitm', 9, [2]),
    'a box longer than its parent': change('iinf', -4, [0x7f]),
    'two items with one id': change('Exif', -3, [1]),
    'more items than there are': change('iloc', 10, [0xff]),
    'more extents than there are': change('iloc', 16, [0xff, 0xff]),
    'an item in another file': change('iloc', 14, [0, 1]),
    'a picture without data': change('iloc', 22, [0, 0, 0, 0]),
  }
  for (const [name, file] of Object.entries(broken)) {
    await t.rejects(strip(t, file, mediaType), MalformedImageError, name)
  }
})

t.test('rejects a meta box of many megabytes', async t => {
  const huge = Buffer.concat([heic(), box('meta', Buffer.alloc(2 ** 20))])
  huge.write('free', heic().indexOf('meta'))
  await t.rejects(strip(t, huge, mediaType), { message: /too long/ })
})
