import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, get, request } from 'node:https'
import { buffer, text } from 'node:stream/consumers'
import { requestSignature } from '../../src/lib/signature.js'
import type { Reply } from './tally.js'

export interface Way {
  url: string
  /** Certificate of the authority that the proxy's is signed by. */
  authority: string
  /** Of signatures. */
  secret: string
}

export interface Asked {
  method: 'GET' | 'POST'
  path: string
  type?: string
  /** A text is signed; bytes of a form are not. */
  body?: string | Buffer
  token?: string | null
  userId?: string
}

/** Longer than the service lets any request wait for its parts, in milliseconds. */
const patience = 30_000

/** The headers that a signed request carries. */
export function signed(
  { secret }: Way,
  { method, path, body = '', userId = '' }: Asked,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const text = typeof body === 'string' ? body : ''
  const signature = requestSignature(secret, { method, path, timestamp, body: text, userId })
  return { 'x-user-id': userId, 'x-timestamp': timestamp, 'x-signature': signature }
}

/** What lies at a signed address. @throws Error where nothing comes */
export async function download({ authority }: Way, url: string) {
  const [answer] = (await once(
    get(url, { ca: authority, signal: AbortSignal.timeout(2_000) }),
    'response',
  )) as [IncomingMessage]
  return { status: answer.statusCode, bytes: await buffer(answer) }
}

/** A device's connections, which stay open, and what it sends over them. */
export function createSender(way: Way) {
  const agent = new Agent({ keepAlive: true, ca: way.authority })

  async function exchange(asked: Asked): Promise<Reply> {
    const { method, path, type, body = '', token } = asked
    const headers = {
      ...signed(way, asked),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-length': Buffer.byteLength(body),
    }
    const signal = AbortSignal.timeout(patience)
    const outgoing = request(`${way.url}${path}`, { method, headers, agent, signal })
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

  return (asked: Asked): Promise<Reply> =>
    exchange(asked).catch((error: unknown) => ({ status: null, codes: [], body: error, retryAfter: null }))
}

/** The proxy's own answers are no JSON. */
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
