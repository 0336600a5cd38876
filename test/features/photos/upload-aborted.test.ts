import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import type { App } from '../../../src/app.js'
import type { Person } from '../../helper.js'
import { multipartBody, multipartType, photoApp, photoPart, uploadUrl } from './photo-app.js'

const body = multipartBody([photoPart({ content: Buffer.alloc(1024 * 1024, 7) })])

/** A connection over which the head of an upload and a part of its body were sent. */
async function begin(app: App, person: Person, headers: string, part: Buffer): Promise<Socket> {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${uploadUrl} HTTP/1.1\r\nHost: x\r\nAuthorization: ${person.headers.authorization}\r\n` +
      `Content-Type: ${multipartType}\r\n${headers}\r\n\r\n`,
  )
  socket.write(part)
  return socket
}

/** Looks again and again; the test's own timeout ends it. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await turn()
}

t.test('an upload whose sender goes away leaves nothing', async t => {
  const { app, person, files, isEmpty } = await photoApp(t)
  await app.listen({ port: 0 })
  for (const cut of [400, 100_000, body.length - 30]) {
    const socket = await begin(app, person, `Content-Length: ${body.length}`, body.subarray(0, cut))
    await until(async () => (await files()).length === 1)
    socket.destroy()
    await until(async () => (await files()).length === 0)
  }
  await isEmpty('gone')
})

t.test('a chunked upload that ends early leaves nothing', async t => {
  const { app, person, files, isEmpty } = await photoApp(t)
  await app.listen({ port: 0 })
  const chunk = Buffer.concat([Buffer.from('f4240\r\n'), body.subarray(0, 0xf4240), Buffer.from('\r\n')])
  const socket = await begin(app, person, 'Transfer-Encoding: chunked', chunk)
  await until(async () => (await files()).length === 1)
  socket.write('0\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  t.match(answer.toString(), /^HTTP\/1\.1 400 Bad Request/)
  t.match(answer.toString(), /"code":"BAD_REQUEST"/)
  socket.destroy()
  await isEmpty('ended early')
})

t.test('the service is closed while an upload is coming in: it is finished first', async t => {
  const { app, person, files } = await photoApp(t)
  await app.listen({ port: 0 })
  const photo = multipartBody([photoPart()])
  const socket = await begin(app, person, `Content-Length: ${photo.length}`, photo.subarray(0, 400))
  await until(async () => (await files()).length === 1)
  const closed = app.close()
  socket.write(photo.subarray(400))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  t.match(answer.toString(), /^HTTP\/1\.1 201 Created/)
  socket.destroy()
  await closed
  t.equal((await files()).length, 1)
})
