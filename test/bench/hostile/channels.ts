import { once } from 'node:events'
import WebSocket from 'ws'
import { maxRequestSize } from '../../../src/graphql/transports/socket-server-options.js'
import { KiB } from '../../../src/lib/quantities.js'

export interface Target {
  url: string
  token: string
}

/** JSON of an operation, or invalid text, different for each number. */
export type Body = (number: number) => string

/** Sends a body over one transport. @returns the outcome; undefined when the transport cannot send it */
type Channel = (target: Target, body: Body, number: number) => Promise<string | undefined>

const mostAtOnce = 10
const largestBody = maxRequestSize
/** Node.js limit of URL and headers together, minus the headers. */
const longestAddress = 14 * KiB

const post =
  (accept: string, combine: (body: Body, number: number) => string): Channel =>
  async ({ url, token }, body, number) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept },
      body: combine(body, number),
    })
    return outcome(response.status, await response.text())
  }

/** As many operations as the limits of a batch and of a body allow. */
function several(body: Body, number: number): string[] {
  const bodies: string[] = []
  let room = largestBody - 2
  for (let at = 0; at < mostAtOnce; at++) {
    const one = body(number * mostAtOnce + at)
    room -= Buffer.byteLength(one) + 1
    if (room < 0 && at > 0) break
    bodies.push(one)
  }
  return bodies
}

const get: Channel = async ({ url, token }, body, number) => {
  const address = `${url}/graphql?${queryString(body(number)).toString()}`
  if (address.length > longestAddress) return undefined
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  return outcome(response.status, await response.text())
}

function queryString(text: string): URLSearchParams {
  try {
    const given = Object.entries(JSON.parse(text) as object).filter(([, value]) => value !== null)
    return new URLSearchParams(
      given.map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  } catch {
    return new URLSearchParams({ query: '{ __typename }', variables: text })
  }
}

/** Sends several frames at once; resolves when each has a response or the socket is closed. */
const socket: Channel = async ({ url, token }, body, number) => {
  const client = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  const closed = once(client, 'close')
  client.on('error', () => undefined)
  await once(client, 'open')
  client.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }))
  await once(client, 'message')
  const bodies = several(body, number)
  let [pending, lastOutcome] = [bodies.length, '']
  const answered = new Promise<void>(resolve =>
    client.on('message', (data: Buffer) => {
      const text = data.toString()
      if (/"type":"(next|error)"/.test(text)) lastOutcome = outcome(200, text)
      if (/"type":"(complete|error)"/.test(text) && --pending === 0) resolve()
    }),
  )
  for (const [at, one] of bodies.entries()) client.send(`{"id":"${at}","type":"subscribe","payload":${one}}`)
  const code = await Promise.race([answered, closed.then(([code]) => code as number)])
  client.terminate()
  return code === undefined ? lastOutcome : `closed ${code}`
}

const outcome = (status: number, text: string): string =>
  /"code":"(\w+)"/.exec(text)?.[1] ?? (status === 200 ? `${Math.ceil(text.length / KiB)} KiB` : `${status}`)

const json = 'application/json'
export const channels: Record<string, Channel> = {
  POST: post(json, (body, number) => body(number)),
  GET: get,
  batch: post(json, (body, number) => `[${several(body, number).join(',')}]`),
  events: post('text/event-stream', (body, number) => body(number)),
  socket,
}
