import { once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { MiB } from '../../src/lib/quantities.js'
import { uploadUrl } from '../features/media/photos/photo-app.js'
import { startListening } from '../graphql/subscriptions/live.js'

/** Sends everything before reading, as most clients do. @returns the response up to the end of its body */
async function sendThenRead(t: Test, port: number, head: string, body: Buffer) {
  const socket = connect(port, '127.0.0.1').pause()
  t.teardown(() => socket.destroy())
  const broken = once(socket, 'error').then(([error]: Error[]) => {
    throw error!
  })
  broken.catch(() => undefined)
  socket.write(head)
  const chunkSize = 64 * 1024
  for (let from = 0; from < body.length; from += chunkSize)
    if (!socket.write(body.subarray(from, from + chunkSize)))
      await Promise.race([once(socket, 'drain'), broken])
  let response = ''
  socket.on('data', (data: Buffer) => (response += data.toString())).resume()
  while (!/\r\n\r\n.*}$/s.test(response)) await Promise.race([once(socket, 'data'), broken])
  return { answer: response, socket }
}

const large = Buffer.alloc(20 * MiB, ' ')
const head = (path: string, type: string, version = '1.1', more = '') =>
  `POST ${path} HTTP/${version}\r\nHost: x\r\nContent-Type: ${type}\r\n${more}Content-Length: ${large.length}\r\n\r\n`

for (const [what, path, type, status] of [
  ['a body that is too large', '/auth/login', 'application/json', 413],
  ['an operation that is too large', '/graphql', 'application/json', 413],
  ['an upload of a stranger', uploadUrl, 'multipart/form-data; boundary=x', 401],
  ['a body of a kind that nobody reads', '/auth/login', 'text/csv', 415],
] as const)
  t.test(`responds to ${what} while the client is still writing`, async t => {
    const { app, port } = await startListening(t)
    const { answer, socket } = await sendThenRead(t, port, head(path, type), large)
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    t.notMatch(answer, /connection: close/i)
    // The same connection serves the next request.
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let next = ''
    for await (const data of socket) next += String(data)
    t.match(next, /^HTTP\/1.1 200 /)
    await app.close()
  })

for (const [who, version, more] of [
  ['who wants the connection closed', '1.1', 'Connection: close\r\n'],
  ['who speaks HTTP/1.0', '1.0', ''],
] as const)
  t.test(`responds to ${who} while it is still writing, then closes the connection`, async t => {
    const { app, port } = await startListening(t)
    const { answer, socket } = await sendThenRead(
      t,
      port,
      head('/graphql', 'application/json', version, more),
      large,
    )
    t.match(answer, /^HTTP\/1\.1 413 /)
    // The end can arrive together with the response.
    if (!socket.readableEnded) await once(socket, 'end')
    await app.close()
  })
