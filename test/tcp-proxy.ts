import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A proxy to a server whose connections can be cut. @param address of the server */
export async function startTcpProxy(t: Pick<Test, 'teardown'>, address: string, defaultPort: number) {
  const url = new URL(address)
  const [port, host] = [Number(url.port || defaultPort), url.hostname]
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(port, host)
    for (const end of [near, far]) sockets.add(end.on('error', () => undefined))
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  t.teardown(cut)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, cut }
}
