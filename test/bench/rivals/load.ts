/**
 * Sends requests over a number of connections, each of which sends the next one after its response. Uses raw sockets and
 * whole buffers, which take a third of the processor time of an HTTP client, because clients and servers share the cores
 * here.
 */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Target {
  pid: number
  port: number
  /** The whole request, as sent. */
  request: Buffer
}

export interface Figures {
  perSecond: number
  /** Latencies in milliseconds. */
  p50: number
  p99: number
  /** Processor time of the server process, in microseconds per request. */
  cpu: number
}

/** Timeout of a response, in milliseconds. */
const responseTimeout = 30_000
const endOfHead = '\r\n\r\n'

export function requestOf(method: string, path: string, token: string, body = ''): Buffer {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(lines.join('\r\n') + endOfHead + body)
}

/** Body of a response. @throws Error if its status is not 200 */
export async function askOnce({ port, request }: Pick<Target, 'port' | 'request'>): Promise<Buffer> {
  const { ask, end } = await openConnection(port)
  const body = await ask(request)
  end()
  return body
}

/** @throws Error at the first response whose status is not 200 or whose body is not `expected` */
export async function load(
  { pid, port, request }: Target,
  expected: Buffer,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Figures> {
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const latencies: number[] = []
  const cpuBefore = await cpuOf(pid)
  const began = performance.now()
  const over = began + seconds * 1000
  await Promise.all(
    opened.map(async ({ ask, end }) => {
      for (let sent = performance.now(); sent < over;) {
        const body = await ask(request)
        if (!body.equals(expected))
          throw new Error(`a response changed:\n${body.toString()}\n${expected.toString()}`)
        const now = performance.now()
        latencies.push(now - sent)
        sent = now
      }
      end()
    }),
  )
  const took = (performance.now() - began) / 1000
  const cpu = ((await cpuOf(pid)) - cpuBefore) / latencies.length
  latencies.sort((a, b) => a - b)
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? NaN
  return { perSecond: latencies.length / took, p50: percentile(0.5), p99: percentile(0.99), cpu }
}

/** Processor time of a process so far, in microseconds; Linux only. */
async function cpuOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is a name in parentheses; of the others, the 14th and 15th are hundredths of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** A connection that sends one request at a time. */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received: Buffer | undefined
  let waiting: { resolve(body: Buffer): void; reject(reason: unknown): void } | undefined

  socket.on('data', chunk => {
    received = received ? Buffer.concat([received, chunk]) : chunk
    try {
      const body = bodyOf(received)
      if (!body) return
      received = undefined
      waiting?.resolve(body)
    } catch (error) {
      waiting?.reject(error)
    }
  })
  socket.setTimeout(responseTimeout, () => socket.destroy(new Error('no response within the timeout')))
  socket.on('error', error => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')))

  return {
    ask: (request: Buffer) =>
      new Promise<Buffer>((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    end: () => socket.destroy(),
  }
}

/** Undefined until the response is complete. */
function bodyOf(response: Buffer): Buffer | undefined {
  const end = response.indexOf(endOfHead)
  if (end < 0) return undefined
  const head = response.toString('latin1', 0, end)
  if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`invalid response: ${response.toString()}`)
  const start = end + endOfHead.length
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return chunkedBody(response, start)
  return response.length < start + Number(length) ? undefined : response.subarray(start)
}

function chunkedBody(response: Buffer, start: number): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ;) {
    const end = response.indexOf('\r\n', at)
    if (end < 0) return undefined
    const length = Number.parseInt(response.toString('latin1', at, end), 16)
    const next = end + 2 + length + 2
    if (next > response.length) return undefined
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(response.subarray(end + 2, next - 2))
    at = next
  }
}
