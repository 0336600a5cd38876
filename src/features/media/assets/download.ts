import { send, type SendResult } from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { LocalStorage } from '../../../platform/files/local-storage.js'
import { buckets } from '../../../platform/files/object-storage.js'
import { forbidden, notFound } from '../../../errors.js'
import { storageErrors } from '../../../http/errors.js'
import { otherMethods } from '../../../http/other-methods.js'
import { signedFilesPath } from '../../../lib/storage-paths.js'
import { mediaTypeOf } from './images/image-type.js'
import { seconds } from '../../../lib/quantities.js'
import { checkToken } from '../../../lib/signed-token.js'
import { decodeKey, encodeKey } from '../../../lib/storage-key.js'

export interface DownloadOptions {
  storage: LocalStorage
  /** The key of signed URLs. */
  secret: string
  clock: () => Date
}

interface Permission {
  bucket: string
  key: string
  /** The remaining lifetime of the URL, in whole seconds. */
  secondsLeft: number
}

const Address = Type.Object({
  bucket: Type.Enum(buckets, { description: '`user-assets` for profile photos.' }),
  filePath: Type.String({ description: 'Key of the file: the `fileKey` of a photo, slashes included.' }),
})
const Query = Type.Object({
  token: Type.String({ description: 'Signed token that authorizes reading this file until it expires.' }),
})
const file = (description: string) => ({
  description,
  content: { 'image/*': { schema: { type: 'string', format: 'binary' } } },
})

/** A validator compiler for schemas that are only documentation, because the route validates the request itself. */
export const acceptAll = () => () => true

const address = '/signed/:bucket/*'
const prefix = `${signedFilesPath}/`
// The token is the authorization.
const config = { unsigned: true, rateLimitKey: 'download' } as const

/** Serves files of the local storage to everyone with a signed URL. */
export async function downloadRoutes(app: FastifyInstance, { storage, secret, clock }: DownloadOptions) {
  app.route({
    method: ['GET', 'HEAD'],
    url: address,
    config,
    compress: false,
    schema: {
      tags: ['storage'],
      operationId: 'readFile',
      summary: 'Read a stored file',
      description:
        'Supports HEAD, Range and If-None-Match. The query parameter `token` is the authorization.',
      params: Address,
      querystring: Query,
      response: {
        200: file('The file.'),
        206: file('The requested range of the file.'),
        304: Type.Null({ description: 'The client already has this version of the file.' }),
        412: Type.Null({ description: 'The file does not match If-Match.' }),
        416: Type.Null({ description: 'The requested range is outside the file.' }),
        ...storageErrors('FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'),
      },
    },
    validatorCompiler: acceptAll,
    handler: async (request, reply) => {
      const permission = authorize(request, secret, clock())
      return sendFile(reply, await find(request, storage.root, permission), permission)
    },
  })

  app.route({
    method: otherMethods(app, ['GET', 'HEAD']),
    url: address,
    config,
    schema: { hide: true },
    // Reject before the body is read.
    onRequest: async () => {
      throw forbidden('A signed URL can only be read, with GET or HEAD.')
    },
    handler: async () => undefined,
  })
}

/** Checks the URL and its token without access to any file. @throws AppError FORBIDDEN */
function authorize(request: FastifyRequest, secret: string, now: Date): Permission {
  const { token } = request.query as { token?: unknown }
  if (typeof token !== 'string' || token === '') throw forbidden('The signed URL has no token.')

  // Read the URL as it was sent: the router has already decoded `..%2F` and `%00` in its own parameters.
  const path = (request.raw.url ?? '').split('?')[0] ?? ''
  const [bucketName, ...rest] = path.slice(prefix.length).split('/')
  const bucket = buckets.find(name => name === bucketName)
  const key = decodeKey(rest.join('/'))
  if (bucket === undefined || key === undefined || !path.startsWith(prefix)) throw forbidden(mismatch)

  const result = checkToken(token, { operation: 'GET', bucket, path: key }, secret, now)
  if (result.valid) {
    return { bucket, key, secondsLeft: Math.floor((result.expiresAt.getTime() - now.getTime()) / seconds) }
  }
  throw forbidden(result.expired ? 'The token of the signed URL has expired.' : mismatch)
}

const mismatch = 'The token of the signed URL does not match this URL.'

async function find(request: FastifyRequest, root: string, { bucket, key }: Permission): Promise<SendResult> {
  normalizeConditions(request)
  const result = await send(request.raw, `/${bucket}/${encodeKey(key)}`, {
    root,
    index: false,
    cacheControl: false,
    contentType: false,
  })
  const failure = result.type === 'error' ? result.statusCode : 0
  if (failure === 404 || result.type === 'directory') throw notFound('file')
  if (result.type === 'error' && failure >= 500) throw result.metadata.error
  return result
}

/**
 * Converts strong entity tags in If-Range to the weak ones that `send` generates. The responses have strong tags, which
 * clients need to resume downloads; they are correct because an object never changes under its key. Range is ignored for
 * HEAD.
 */
function normalizeConditions({ raw }: FastifyRequest): void {
  const condition = raw.headers['if-range']
  if (raw.method === 'HEAD' || condition?.toString().startsWith('W/')) delete raw.headers.range
  else if (condition?.toString().startsWith('"')) raw.headers['if-range'] = `W/${condition.toString()}`
}

function sendFile(reply: FastifyReply, result: SendResult, { key, secondsLeft }: Permission) {
  void reply.code(result.statusCode).headers({
    'Cache-Control': `private, max-age=${secondsLeft}`,
    'X-Content-Type-Options': 'nosniff',
    // A file can be a valid image and a valid HTML page at the same time.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  if (result.type !== 'file') {
    result.stream.destroy()
    const range = result.headers['Content-Range']
    if (range !== undefined) void reply.header('Content-Range', range)
    return reply.send()
  }
  const { ETag = '', ...headers } = result.headers
  void reply.headers({ ...headers, ETag: ETag.replace(/^W\//, '') })
  if (result.statusCode === 304) return reply.send()
  void reply.headers({
    'Content-Type': mediaTypeOf(key) ?? 'application/octet-stream',
    'Content-Disposition': 'inline',
  })
  return reply.send(result.stream)
}
