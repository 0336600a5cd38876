import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

export interface ReceivedMessage {
  id: string
  timestamp: string
  signature: string
  body: string
}

type Respond = (response: ServerResponse, request: IncomingMessage) => void

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Respond =>
  response =>
    response.writeHead(status, headers).end()

/** Starts a receiver of webhook messages on a free port. */
export async function startReceiver(t: Pick<Test, 'teardown'>, respond: Respond = respondWith(204)) {
  const messages: ReceivedMessage[] = []
  let current = respond
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const header = (name: string) => String(request.headers[name])
    messages.push({
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signature: header('webhook-signature'),
      body: await text(request),
    })
    current(response, request)
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    messages,
    answer(next: Respond): void {
      current = next
    },
  }
}
