import { once } from 'node:events'
import t from 'tap'
import { begin, until } from './partial-upload.js'
import { multipartBody, photoApp, photoPart } from './photo-app.js'

const body = multipartBody([photoPart({ content: Buffer.alloc(1024 * 1024, 7) })])

t.test('cleans up after an upload whose client disconnects', async t => {
  const { app, person, files, isEmpty } = await photoApp(t)
  await app.listen({ port: 0 })
  for (const length of [400, 100_000, body.length - 30]) {
    const socket = await begin(app, person, `Content-Length: ${body.length}`, body.subarray(0, length))
    await until(async () => (await files()).length === 1)
    socket.destroy()
    await until(async () => (await files()).length === 0)
  }
  await isEmpty('gone')
})

t.test('cleans up after a chunked upload that ends early', async t => {
  const { app, person, files, isEmpty } = await photoApp(t)
  await app.listen({ port: 0 })
  const chunk = Buffer.concat([Buffer.from('f4240\r\n'), body.subarray(0, 0xf4240), Buffer.from('\r\n')])
  const socket = await begin(app, person, 'Transfer-Encoding: chunked', chunk)
  await until(async () => (await files()).length === 1)
  socket.write('0\r\n\r\n')
  const [response] = (await once(socket, 'data')) as [Buffer]
  t.match(response.toString(), /^HTTP\/1\.1 400 Bad Request/)
  t.match(response.toString(), /"code":"BAD_REQUEST"/)
  socket.destroy()
  await isEmpty('ended early')
})

t.test('completes an upload in progress before it closes', async t => {
  const { app, person, files } = await photoApp(t)
  await app.listen({ port: 0 })
  const photo = multipartBody([photoPart()])
  const socket = await begin(app, person, `Content-Length: ${photo.length}`, photo.subarray(0, 400))
  await until(async () => (await files()).length === 1)
  const closed = app.close()
  socket.write(photo.subarray(400))
  const [response] = (await once(socket, 'data')) as [Buffer]
  t.match(response.toString(), /^HTTP\/1\.1 201 Created/)
  socket.destroy()
  await closed
  t.equal((await files()).length, 1)
})
