import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { App } from '../../../../src/app.js'
import type { TestUser } from '../../../helper.js'
import { multipartType, uploadUrl } from './photo-app.js'

/** Opens a connection and sends the headers of an upload and a part of its body. */
export async function begin(
  app: App,
  user: TestUser,
  headers: string,
  part: Buffer,
  url = uploadUrl,
): Promise<Socket> {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: ${user.headers.authorization}\r\n` +
      `Content-Type: ${multipartType}\r\n${headers}\r\n\r\n`,
  )
  socket.write(part)
  return socket
}

/** Polls a condition until it holds or the test times out. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await turn()
}
