import { once } from 'node:events'
import { connect } from 'node:net'
import type { Target } from './channels.js'

const frames = 5000

/** Many minimal WebSocket frames, different for each number. */
export const floods: Record<string, (number: number) => string> = {
  pings: () => '{"type":"ping"}',
  operations: number => `{"id":"${number}","type":"subscribe","payload":{"query":"{ __typename }"}}`,
  'operations that are wrong': number =>
    `{"id":"${number}","type":"subscribe","payload":{"query":"{ a${number} }"}}`,
  'ends of nothing': number => `{"id":"${number}","type":"complete"}`,
}

/** Sends the frames in one chunk, followed by a close frame. */
export async function flood({ url, token }: Target, frame: (number: number) => string): Promise<string> {
  const { hostname, port } = new URL(url)
  const connection = connect(Number(port), hostname)
  connection.on('error', () => undefined)
  connection.write(
    [
      'GET /graphql HTTP/1.1',
      `host: ${hostname}:${port}`,
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
      'sec-websocket-protocol: graphql-transport-ws',
      '\r\n',
    ].join('\r\n'),
  )
  await once(connection, 'data')
  connection.write(framed({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  await once(connection, 'data')
  const sent = Array.from({ length: frames }, (_, number) => framed(JSON.parse(frame(number))))
  connection.write(Buffer.concat([...sent, framed({ type: 'connection_init' })]))
  connection.resume()
  await once(connection, 'close')
  return `${frames} frames`
}

/** A client's text frame (RFC 6455) with a mask of zeros. */
function framed(message: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  const { length } = payload
  const sizes = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([0x81, ...sizes, 0, 0, 0, 0]), payload])
}
