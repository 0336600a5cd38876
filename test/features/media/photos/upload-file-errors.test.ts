import t from 'tap'
import { gif, jpeg, png } from '../../../images.js'
import { contextPart, assertRefused, jpegOf, photoApp, photoPart, post, type Part } from './photo-app.js'

t.test('rejects files whose name, media type and content disagree', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const octets = 'application/octet-stream'
  const refused: Record<string, Part> = {
    'another extension': { fileName: 'me.png' },
    'no extension': { fileName: 'me' },
    'an empty name': { fileName: '' },
    'a name that is an extension': { fileName: 'jpg' },
    'two extensions': { fileName: 'me.jpg.exe' },
    'a null byte for the end': { fileName: 'me.exe\0.jpgx' },
    'another type': { type: 'image/png' },
    'no image type': { type: 'text/html' },
    octets: { type: octets },
    'no name': { head: `Content-Disposition: form-data; name="file"\r\nContent-Type: ${octets}` },
    'another content': { content: png() },
    'text for content': { content: 'not a picture' },
    'one byte': { content: 'x' },
    'an image that ends early': { content: jpeg().subarray(0, 100) },
    'a GIF that is none': { fileName: 'a.gif', type: 'image/gif', content: 'GIF89a<script>' },
    'an allowed image of a kind that is not': { fileName: 'a.svg', type: 'image/svg+xml', content: '<svg/>' },
    'a GIF by another name': { content: gif() },
  }
  for (const [what, part] of Object.entries(refused))
    assertRefused(t, await post(app, person, [photoPart(part)]), 415, 'UNSUPPORTED_MEDIA_TYPE', what)
  await isEmpty('mismatch')
})

t.test('rejects an empty file', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  assertRefused(t, await post(app, person, [photoPart({ content: '' })]), 400, 'EMPTY_FILE', 'zero bytes')
  await isEmpty('empty')
})

t.test('accepts a file of the maximum size, and rejects one byte more', async t => {
  const { app, person, isEmpty } = await photoApp(t)
  const limit = 5 * 1024 * 1024
  const over = await post(app, person, [
    photoPart({ content: jpegOf(limit + 1) }),
    contextPart('PROFILE_PICTURE'),
  ])
  assertRefused(t, over, 413, 'FILE_TOO_LARGE', 'one byte more')
  const far = await post(app, person, [photoPart({ content: jpegOf(3 * limit) })])
  assertRefused(t, far, 413, 'FILE_TOO_LARGE', 'much more')
  await isEmpty('too large')
  t.equal((await post(app, person, [photoPart({ content: jpegOf(limit) })])).statusCode, 201)
})

t.test('uses the configured maximum size', async t => {
  const size = jpeg().length
  const { app, person } = await photoApp(t, { settings: { LOCAL_STORAGE_MAX_FILE_SIZE: String(size) } })
  t.equal((await post(app, person, [photoPart()])).statusCode, 201)
  const over = await post(app, person, [photoPart({ content: jpegOf(size + 1) })])
  assertRefused(t, over, 413, 'FILE_TOO_LARGE', 'one byte more')
  t.match(over.json().error.message, `${size} bytes`)
})
