import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../errors.js'
import { seconds } from '../lib/quantities.js'
import { requestSignature, sameText } from '../lib/signature.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered without a signature, too. */
    unsigned?: boolean
  }
}

interface Options {
  secret: string
  /** In seconds, both ways. */
  tolerance: number
  clock: () => Date
}

const bodyless = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Demands the signature headers on every request that is not exempt, before its body reaches any parser. */
export const signing = fp<Options>(async (app, { secret, tolerance, clock }) => {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.routeOptions.config.unsigned) return payload
    if (!isBodySigned(request)) {
      verify(request, Buffer.alloc(0))
      return payload
    }
    const body = await readBody(request, payload)
    verify(request, body)
    return Readable.from([body])
  })

  function verify(request: FastifyRequest, body: Buffer): void {
    const timestamp = header(request, 'x-timestamp')
    const userId = header(request, 'x-user-id')
    const { method } = request
    const expected = requestSignature(secret, {
      method,
      path: request.raw.url ?? '',
      timestamp,
      body,
      userId,
    })
    if (!sameText(expected, header(request, 'x-signature')))
      throw new AppError('INVALID_SIGNATURE', 'X-Signature does not fit the request.')
    // Judged after the signature, so that only a client that has the secret learns of its clock.
    if (
      !/^\d{1,12}$/.test(timestamp) ||
      Math.abs(clock().getTime() / seconds - Number(timestamp)) > tolerance
    )
      throw new AppError('TIMESTAMP_OUT_OF_RANGE', `X-Timestamp is more than ${tolerance} s off.`)
    if (request.viewer && request.viewer.id !== userId)
      throw new AppError('INVALID_SIGNATURE', 'X-User-ID is not the user of the access token.')
  }
})

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** A form with files is too large to be held, and its body is not signed. */
const isBodySigned = ({ method, headers }: FastifyRequest) =>
  !bodyless.has(method) && !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** @throws AppError PAYLOAD_TOO_LARGE */
async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions
  const chunks: Buffer[] = []
  let size = 0
  // Destroying the body would close the connection before the answer is sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > bodyLimit)
      throw new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${bodyLimit} bytes.`)
  }
  return Buffer.concat(chunks)
}
