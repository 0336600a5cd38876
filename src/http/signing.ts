import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '../errors.js'
import { isNavigation } from './errors.js'
import { seconds } from '../lib/quantities.js'
import { requestSignature, constantTimeEqual } from '../lib/signature.js'
import { pluralize } from '../lib/plural.js'
import type { Viewer } from '../viewer.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts requests without a signature. */
    unsigned?: boolean
  }
  interface FastifyRequest {
    /** The user id of the signature, empty before login; undefined if the route requires no signature. */
    signedFor: string | undefined
  }
}

interface Options {
  secret: string
  /** The maximum difference of the timestamp from the current time, in seconds. */
  tolerance: number
  /** Accepts requests of the web app without a signature: a page cannot keep a secret. */
  acceptsOwnPages: boolean
  clock: () => Date
}

const bodylessMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Verifies the signature of every request that is not exempt, before its body is parsed. */
export const signing = fp<Options>(async (app, { secret, tolerance, acceptsOwnPages, clock }) => {
  app.decorateRequest('signedFor', undefined)
  // Runs before the route checks the token, so that an unsigned request only learns that it is unsigned.
  app.addHook('onRequest', async request => {
    if (isExempt(request)) return
    // Browsers cannot sign, and the 404 page reveals nothing.
    if (request.is404 && isNavigation(request)) return
    if (isBodySigned(request)) signatureHeaders(request)
    else verify(request, Buffer.alloc(0))
  })
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (isExempt(request) || !isBodySigned(request)) return payload
    const body = await readBody(request, payload)
    verify(request, body)
    return Readable.from([body])
  })

  const isExempt = ({ routeOptions: { config }, headers, viewer }: FastifyRequest): boolean =>
    config.unsigned === true ||
    (acceptsOwnPages && headers['sec-fetch-site'] === 'same-origin') ||
    // Programs cannot keep the secret of the app. Routes for everyone still require a signature.
    (viewer?.scopes != null && config.tokenScopes !== undefined)

  function verify(request: FastifyRequest, body: Buffer): void {
    const [signature, timestamp, userId] = signatureHeaders(request)
    const { method } = request
    const path = request.raw.url ?? ''
    const expected = requestSignature(secret, { method, path, timestamp, body, userId })
    if (!constantTimeEqual(expected, signature))
      throw invalidSignature(
        'X-Signature does not match the request. Sign the method, the path with its query, X-Timestamp, the body and ' +
          'X-User-ID exactly as you send them.',
      )
    // Checked after the signature, so that only clients with the secret learn that their clock is wrong.
    if (!/^\d{1,12}$/.test(timestamp))
      throw timestampOutOfRange('X-Timestamp must be the Unix time in seconds, as digits.')
    if (Math.abs(clock().getTime() / seconds - Number(timestamp)) > tolerance)
      throw timestampOutOfRange(
        `X-Timestamp differs from the time of the server by more than ${tolerance} s.`,
      )
    request.signedFor = userId
    if (request.viewer) assertSigner(request, request.viewer)
  }
})

/** Checks that the signature is for the user of the token. @throws AppError INVALID_SIGNATURE */
export function assertSigner({ signedFor }: FastifyRequest, viewer: Viewer): void {
  if (signedFor !== undefined && signedFor !== viewer.id)
    throw invalidSignature('X-User-ID does not match the access token.')
}

/** X-Signature, X-Timestamp and X-User-ID. @throws AppError INVALID_SIGNATURE, TIMESTAMP_OUT_OF_RANGE */
function signatureHeaders(request: FastifyRequest): [string, string, string] {
  const signature = header(request, 'x-signature')
  const timestamp = header(request, 'x-timestamp')
  const userId = header(request, 'x-user-id')
  if (signature === '')
    throw invalidSignature('The request must be signed, but it has no header X-Signature.')
  if (timestamp === '')
    throw timestampOutOfRange('The request must be signed, but it has no header X-Timestamp.')
  if (!/^([0-9a-f]{24})?$/i.test(userId))
    throw invalidSignature('X-User-ID must be empty or a user identifier (24 hexadecimal digits).')
  return [signature, timestamp, userId]
}

const invalidSignature = (message: string) => new AppError('INVALID_SIGNATURE', message)
const timestampOutOfRange = (message: string) => new AppError('TIMESTAMP_OUT_OF_RANGE', message)

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Forms with files are too large to buffer, so their body is not signed. */
const isBodySigned = ({ method, headers }: FastifyRequest) =>
  !bodylessMethods.has(method) && !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** @throws AppError PAYLOAD_TOO_LARGE */
async function readBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions
  const chunks: Buffer[] = []
  let size = 0
  // Destroying the body would close the connection before the response is sent.
  for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer)
    size += (chunk as Buffer).length
    if (size > bodyLimit)
      throw new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${pluralize(bodyLimit, 'byte')}.`)
  }
  return Buffer.concat(chunks)
}
