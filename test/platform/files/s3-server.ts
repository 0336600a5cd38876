import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { refusalOf } from './signature-v4.js'

export interface Stored {
  content: Buffer
  type: string
}

interface Options {
  /** Objects of an earlier server; by default none. */
  objects?: Map<string, Stored>
  /** The port; by default a free one. */
  port?: number
  /** The clock for the validation of signatures. */
  clock?: () => Date
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Handles a request in the server's place if it returns true. */
type Interference = (request: IncomingMessage, response: ServerResponse) => boolean

const credentials = { accessKeyId: 'the-key', secretAccessKey: 'the secret of the key' }
const headerOf = {
  'cache-control': 'response-cache-control',
  'content-disposition': 'response-content-disposition',
}

const refusal = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`,
})

/**
 * A server with the part of S3 that the storage uses, in memory, with the bucket in the path. It rejects requests
 * without a valid signature. It is closed after the test.
 */
export async function s3Server(
  t: Pick<Test, 'teardown'>,
  buckets: string[],
  { objects = new Map(), port = 0, clock = () => new Date() }: Options = {},
) {
  const seen: string[] = []
  const traces: unknown[] = []
  /** The response to every request: a status, or none. Undefined for proper responses. */
  let instead: number | 'hang' | undefined
  let interference: Interference | undefined

  const server = createServer((request, response) => {
    response.setHeader('date', clock().toUTCString())
    if (interference?.(request, response)) return
    handle(request).then(
      answer => answer && response.writeHead(answer.status, answer.headers).end(answer.body),
      () => response.destroy(),
    )
  })

  async function handle(request: IncomingMessage): Promise<Answer | undefined> {
    const { method = '', url = '', headers } = request
    seen.push(method)
    if (headers['traceparent'] !== undefined) traces.push(headers['traceparent'])
    const body = await buffer(request)
    if (instead === 'hang') return undefined
    if (instead !== undefined) return refusal(instead, 'Instead')
    const code = refusalOf({ method, url, headers, body }, credentials, clock())
    return code === undefined ? answer(request, body) : refusal(403, code)
  }

  function answer({ method, url = '', headers }: IncomingMessage, content: Buffer): Answer {
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const [, bucket = '', ...rest] = pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    if (!buckets.includes(bucket)) return refusal(404, 'NoSuchBucket')
    const name = `${bucket}/${key}`
    if (method === 'HEAD' && key === '') return { status: 200 }
    if (method === 'PUT' && key !== '') {
      objects.set(name, { content, type: headers['content-type'] ?? 'binary/octet-stream' })
      return { status: 200, headers: { etag: `"${createHash('md5').update(content).digest('hex')}"` } }
    }
    if (method === 'DELETE' && key !== '') {
      objects.delete(name)
      return { status: 204 }
    }
    if (method === 'GET' && key === '') return list(bucket, searchParams)
    if (method !== 'GET') return refusal(405, 'MethodNotAllowed')
    const found = objects.get(name)
    return found ? read(found, searchParams, headers.range) : refusal(404, 'NoSuchKey')
  }

  /** Lists two objects per page, after the last one of the previous page. */
  function list(bucket: string, query: URLSearchParams): Answer {
    const start = `${bucket}/${query.get('prefix') ?? ''}`
    const after = query.get('continuation-token') ?? ''
    const names = [...objects.keys()].filter(name => name.startsWith(start) && name > after).sort()
    const page = names.slice(0, 2)
    const more = names.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map(name => `<Contents><Key>${name.slice(bucket.length + 1)}</Key></Contents>`)
    const body = `<ListBucketResult><Name>${bucket}</Name>${contents.join('')}${more}</ListBucketResult>`
    return { status: 200, headers: { 'content-type': 'application/xml' }, body }
  }

  const stop = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  t.teardown(stop)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const behave = (otherwise?: number | 'hang') => {
    instead = otherwise
  }
  const interfere = (otherwise?: Interference) => {
    interference = otherwise
  }
  return { endpoint, credentials, objects, seen, traces, behave, interfere, stop }
}

/** Returns the object or the requested range, with the headers that the signed URL prescribes. */
function read({ content, type }: Stored, query: URLSearchParams, range?: string): Answer {
  const headers: Record<string, string> = { 'content-type': type }
  for (const [header, parameter] of Object.entries(headerOf)) {
    const prescribed = query.get(parameter)
    if (prescribed !== null) headers[header] = prescribed
  }
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, headers, body: content }
  headers['content-range'] = `bytes ${from}-${to}/${content.length}`
  return { status: 206, headers, body: content.subarray(Number(from), Number(to) + 1) }
}
