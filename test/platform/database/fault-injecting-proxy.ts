import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

type Ends = Pick<Test, 'teardown'>

/** A proxy to one server that can drop the responses to a command. */
interface LossyProxy {
  /** The URI of the server through the proxy. */
  uri: string
  /** The number of dropped responses. */
  lost(): number
}

/** @param count the number of responses to drop, each with its connection */
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

/** Starts a proxy that delays the responses to a command. @returns the URI through the proxy */
export const startSlowProxy = (t: Ends, mongodbUri: string, command: string, milliseconds: number) =>
  startProxy(t, mongodbUri, near => {
    let isSlow = false
    return {
      onRequest: request => void (isSlow = request.includes(`${command}\0`)),
      onResponse: response => void setTimeout(() => near.write(response), isSlow ? milliseconds : 0),
    }
  })

/** A proxy to one server that counts a command and delays its responses. */
interface CountingProxy {
  /** The URI of the server through the proxy. */
  uri: string
  /** The number of commands that were sent. */
  sent(): number
  /** The maximum number of these commands in progress at once. */
  most(): number
}

/** @param milliseconds the delay of the responses */
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
 * Starts a proxy to one server that closes before it forwards a certain request.
 * @param isLast recognizes the request
 * @param onLast called once, when the request arrives
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
  /** @returns false for a request that must not be forwarded */
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
  // Without `directConnection`, the driver would connect to the members of the replica set directly.
  return `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}/?directConnection=true`
}
