import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get, request } from 'node:https'
import { buffer, text } from 'node:stream/consumers'
import { requestSignature } from '../../src/lib/signature.js'
import type { Reply } from './statistics.js'

export interface Connection {
  url: string
  /** Certificate of the authority that signed the proxy's certificate. */
  authority: string
  /** Secret of the request signatures. */
  secret: string
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  type?: string
  /** A string is part of the signature; the bytes of a form are not. */
  body?: string | Buffer
  token?: string | null
  userId?: string
}

/** Longer than the service's own timeouts for its dependencies, in milliseconds. */
const requestTimeout = 30_000

/** Headers of a signed request. */
export function signatureHeaders(
  { secret }: Connection,
  { method, path, body = '', userId = '' }: Request,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = typeof body === 'string' ? body : ''
  const signature = requestSignature(secret, { method, path, timestamp, body: text, userId })
  return { 'x-user-id': userId, 'x-timestamp': timestamp, 'x-signature': signature }
}

/** Downloads a signed URL. @throws Error without a response */
export async function download({ authority }: Connection, url: string) {
  const [answer] = (await once(
    get(url, { ca: authority, signal: AbortSignal.timeout(2_000) }),
    'response',
  )) as [IncomingMessage]
  return { status: answer.statusCode, bytes: await buffer(answer) }
}

/** Sends requests over the keep-alive connections of one device. */
export function createSender(connection: Connection) {
  const agent = new Agent({ keepAlive: true, ca: connection.authority })

  async function exchange(sent: Request): Promise<Reply> {
    const { method, path, type, body = '', token } = sent
    const headers = {
      ...signatureHeaders(connection, sent),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-length': Buffer.byteLength(body),
    }
    const signal = AbortSignal.timeout(requestTimeout)
    const outgoing = request(`${connection.url}${path}`, { method, headers, agent, signal })
    return new Promise((resolve, reject) => {
      outgoing.on('error', reject).on('response', response => {
        text(response).then(content => {
          const after = Number(response.headers['retry-after'])
          const body = parsed(content)
          const retryAfter = after > 0 ? after * 1000 : null
          resolve({ status: response.statusCode ?? null, body, codes: codesOf(body), retryAfter })
        }, reject)
      })
      outgoing.end(body)
    })
  }

  return (sent: Request): Promise<Reply> =>
    exchange(sent).catch((error: unknown) => ({ status: null, codes: [], body: error, retryAfter: null }))
}

/** Parses JSON; null for the proxy's own error pages. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

interface Problem {
  code?: string
  error?: { code?: string }
  errors?: { extensions?: { code?: string } }[]
}

function codesOf(body: unknown): string[] {
  const { code, error, errors = [] } = (body ?? {}) as Problem
  const codes = [code, error?.code, ...errors.map(({ extensions }) => extensions?.code)]
  return [...new Set(codes.flatMap(found => found ?? []))]
}
