import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A proxy to a server that can be cut, stop responding, and recover. @param address of the server */
export async function line(t: Pick<Test, 'teardown'>, address: string, defaultPort: number) {
  const url = new URL(address)
  const [farPort, farHost] = [Number(url.port || defaultPort), url.hostname]
  const nears = new Set<Socket>()
  const fars = new Set<Socket>()
  let server: Server | undefined
  let silent = false

  function accept(near: Socket): void {
    keep(near, nears)
    if (silent) return
    const far = connect(farPort, farHost)
    keep(far, fars)
    near.pipe(far).pipe(near)
  }
  const keep = (socket: Socket, among: Set<Socket>) => void among.add(socket.on('error', () => undefined))
  async function listen(port: number): Promise<number> {
    server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  function cut(): void {
    server?.close()
    for (const near of nears) near.destroy()
    // These connections are ended properly: some servers do not survive several successive resets.
    for (const far of fars) far.resume().end()
    nears.clear()
    fars.clear()
  }

  const port = await listen(0)
  t.teardown(cut)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    /** Keeps existing connections and accepts new ones, but forwards no responses. */
    stopResponding(): void {
      silent = true
      for (const socket of [...nears, ...fars]) socket.unpipe()
    },
    async mend(): Promise<void> {
      cut()
      silent = false
      await listen(port)
    },
  }
}
