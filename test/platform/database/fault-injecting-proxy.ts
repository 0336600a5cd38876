import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

type Ends = Pick<Test, 'teardown'>

/** A way to one server on which the answers to a command can be lost. */
export interface LossyProxy {
  /** The server, by this way. */
  uri: string
  /** How many answers to the command have been lost. */
  lost(): number
}

/** @param count how many answers are lost, each with its connection */
export async function startLossyProxy(
  t: Ends,
  mongodbUri: string,
  command: string,
  count: number,
): Promise<LossyProxy> {
  let lost = 0
  const uri = await startProxy(t, mongodbUri, near => {
    let isDoomed = false
    return {
      onRequest: request => void (isDoomed = lost < count && request.includes(`${command}\0`)),
      onResponse(response) {
        if (!isDoomed) return void near.write(response)
        lost++
        near.destroy()
      },
    }
  })
  return { uri, lost: () => lost }
}

/** A way to one server on which answers to a command take a while. @returns the server, by this way */
export const startSlowProxy = (t: Ends, mongodbUri: string, command: string, milliseconds: number) =>
  startProxy(t, mongodbUri, near => {
    let isSlow = false
    return {
      onRequest: request => void (isSlow = request.includes(`${command}\0`)),
      onResponse: response => void setTimeout(() => near.write(response), isSlow ? milliseconds : 0),
    }
  })

/** A way to one server on which answers to a command take a while. */
export interface CountingProxy {
  /** The server, by this way. */
  uri: string
  /** How many of the command have been sent. */
  sent(): number
  /** How many of them have been under way together, at most. */
  most(): number
}

/** @param milliseconds how long answers to the command take longer than they would */
export async function startCountingProxy(
  t: Ends,
  mongodbUri: string,
  command: string,
  milliseconds: number,
): Promise<CountingProxy> {
  const waiting = new Set<Socket>()
  let sent = 0
  let most = 0
  const uri = await startProxy(t, mongodbUri, near => ({
    onRequest(request) {
      if (!request.includes(`${command}\0`)) return
      sent++
      waiting.add(near)
      most = Math.max(most, waiting.size)
    },
    onResponse(response) {
      const delay = waiting.has(near) ? milliseconds : 0
      setTimeout(() => {
        waiting.delete(near)
        near.write(response)
      }, delay)
    },
  }))
  return { uri, sent: () => sent, most: () => most }
}

/**
 * A way to one server that ends with a request, which does not reach the server.
 * @param isLast recognizes the request
 * @param onLast called once, when the request is there
 */
export function startEndingProxy(
  t: Ends,
  mongodbUri: string,
  isLast: (request: string) => boolean,
  onLast: () => void,
): Promise<string> {
  let hasEnded = false
  return startProxy(t, mongodbUri, near => ({
    onRequest(request) {
      if (hasEnded || !isLast(request.toString('latin1'))) return !hasEnded
      hasEnded = true
      onLast()
      return false
    },
    onResponse: response => void near.write(response),
  }))
}

interface FaultInjection {
  /** @returns false for a request that is not passed on */
  onRequest(request: Buffer): unknown
  onResponse(response: Buffer): void
}

async function startProxy(
  t: Ends,
  mongodbUri: string,
  tamper: (near: Socket) => FaultInjection,
): Promise<string> {
  const { hostname, port } = new URL(mongodbUri)
  const server = createServer(near => {
    const far = connect(Number(port || 27017), hostname)
    const { onRequest: asked, onResponse: answered } = tamper(near)
    near.on('error', () => undefined).on('close', () => far.end())
    far.on('error', () => undefined).on('close', () => near.destroy())
    near.on('data', request => {
      if (asked(request) !== false) far.write(request)
    })
    far.on('data', answered)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  // Otherwise the driver would ask the replica set for its members, and go to them.
  return `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/?directConnection=true`
}
