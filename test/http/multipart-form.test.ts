import { once } from 'node:events'
import type { Socket } from 'node:net'
import t from 'tap'
import { KiB, MiB } from '../../src/lib/quantities.js'
import { begin, until } from '../features/media/photos/partial-upload.js'
import { multipartBody, photoPart } from '../features/media/photos/photo-app.js'
import { progressApp, progressUrl } from '../features/media/progress-photos/helpers.js'
import { filePart } from '../features/portability/imports/imports.js'

const maxFileSize = 100 * KiB
const { app, person, files } = await progressApp(t, {
  settings: { LOCAL_STORAGE_MAX_FILE_SIZE: String(maxFileSize) },
})
await app.listen({ port: 0 })
const photoUrl = '/api/storage/profile-photo/upload'
const importUrl = '/api/imports/workouts'

/** Reads a response up to the end of its body. */
async function readResponse(socket: Socket): Promise<string> {
  let response = ''
  socket.on('data', (data: Buffer) => (response += data.toString())).resume()
  while (!/\r\n\r\n.*}$/s.test(response)) await once(socket, 'data')
  return response
}

const tooLarge = /^HTTP\/1\.1 413 .*"code":"FILE_TOO_LARGE"/s

/** Returns a chunk of the chunked transfer encoding. */
const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const largePhoto = multipartBody([photoPart({ content: Buffer.alloc(2 * MiB, 7) })])
const largeImport = multipartBody([filePart(Buffer.alloc(22 * MiB, 'x'))])

for (const [what, url, announced, sent] of [
  ['a photo', photoUrl, 30 * MiB, largePhoto.subarray(0, 400)],
  ['a photo whose body has not begun', progressUrl, largePhoto.length, Buffer.alloc(0)],
  ['an import', importUrl, 100 * MiB, largeImport.subarray(0, 400)],
  ['an import that is not compressed', importUrl, largeImport.length, largeImport.subarray(0, 400)],
] as const)
  t.test(`rejects ${what} with a Content-Length above the limit before reading it`, async t => {
    const socket = await begin(app, person, `Content-Length: ${announced}`, sent, url)
    t.match(await readResponse(socket), tooLarge)
    await until(async () => (await files()).length === 0)
    socket.destroy()
  })

for (const [what, url, sent] of [
  ['a photo', photoUrl, largePhoto.subarray(0, 2 * maxFileSize)],
  ['a progress photo', progressUrl, largePhoto.subarray(0, 2 * maxFileSize)],
  ['an import', importUrl, largeImport.subarray(0, 21 * MiB)],
  ['a field', photoUrl, multipartBody([{ field: 'note', content: Buffer.alloc(2 * MiB, 'x') }])],
  ['a preamble', importUrl, Buffer.alloc(42 * MiB, 'x')],
] as const)
  t.test(`rejects ${what} above the limit while reading it`, async t => {
    const socket = await begin(app, person, 'Transfer-Encoding: chunked', chunk(sent), url)
    t.match(await readResponse(socket), tooLarge)
    await until(async () => (await files()).length === 0)
    // The rest of the body is discarded, and the same connection serves the next request.
    socket.write(chunk(Buffer.alloc(MiB, 'x')))
    socket.write('0\r\n\r\nGET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let next = ''
    for await (const data of socket) next += String(data)
    t.match(next, /^HTTP\/1.1 200 /)
  })

t.test('sends the error to clients that read late or end the body early', async t => {
  for (const [sent, url] of [
    [largePhoto, photoUrl],
    [largePhoto.subarray(0, -64 * KiB), photoUrl],
    [largeImport, importUrl],
  ] as const) {
    const length = url === photoUrl ? largePhoto.length : largeImport.length
    const socket = (await begin(app, person, `Content-Length: ${length}`, Buffer.alloc(0), url)).pause()
    await new Promise(written => socket.write(sent, written))
    socket.end()
    t.match(await readResponse(socket), tooLarge)
    socket.destroy()
  }
  t.same(await files(), [])
})

t.test('accepts a larger Content-Length for compressed imports', async t => {
  const compressed = multipartBody([
    filePart(Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(22 * MiB)])),
  ])
  const cut = compressed.length - 100
  const head = `Content-Length: ${compressed.length}`
  const socket = await begin(app, person, head, compressed.subarray(0, cut), importUrl)
  await until(async () => (await files()).length === 1)
  socket.write(compressed.subarray(cut))
  t.match(await readResponse(socket), /^HTTP\/1\.1 202 /)
  socket.destroy()
})
