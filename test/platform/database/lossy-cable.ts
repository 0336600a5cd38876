import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { Test } from 'tap'

/** A way to one server on which the answers to a command can be lost. */
export interface LossyCable {
  /** The server, by this way. */
  uri: string
  /** How many answers to the command have been lost. */
  lost(): number
}

/** @param count how many answers are lost, each with its connection */
export async function lossyCable(
  t: Pick<Test, 'teardown'>,
  mongodbUri: string,
  command: string,
  count: number,
): Promise<LossyCable> {
  const { hostname, port } = new URL(mongodbUri)
  let lost = 0
  const server = createServer(near => {
    const far = connect(Number(port || 27017), hostname)
    let isDoomed = false
    near.on('error', () => undefined).on('close', () => far.end())
    far.on('error', () => undefined).on('close', () => near.destroy())
    near.on('data', request => {
      isDoomed = lost < count && request.includes(`${command}\0`)
      far.write(request)
    })
    far.on('data', answer => {
      if (!isDoomed) return void near.write(answer)
      lost++
      near.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port: near } = server.address() as AddressInfo
  // Otherwise the driver would ask the replica set for its members, and go to them.
  return { uri: `mongodb://127.0.0.1:${near}/?directConnection=true`, lost: () => lost }
}
