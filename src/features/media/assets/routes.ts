import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, onSendHookHandler } from 'fastify'
import { Type, type TObject, type TProperties } from 'typebox'
import type { TokenScope } from '../../../lib/token-scopes.js'
import type { Viewer } from '../../../viewer.js'
import { authenticatedViewer, requireAuthentication } from '../../../http/authentication.js'
import { handleErrors, handleNotFound, storageErrors, storageShape } from '../../../http/errors.js'
import { enforceRateLimit } from '../../../http/rate-limits.js'
import { storagePath } from '../../../lib/storage-paths.js'
import type { Deadline } from '../../../lib/deadline.js'
import { MiB } from '../../../lib/quantities.js'
import type { ErrorCode } from '../../../errors.js'
import type { IncomingFolder } from '../../../platform/files/incoming-folder.js'
import type { Meter } from '../../../platform/telemetry/meter.js'
import type { UploadRateLimit } from './upload-rate-limit.js'
import { downloadRoutes, acceptAll, type DownloadOptions } from './download.js'
import type { StoredFile } from './models.js'
import { assertMultipartForm, receiveFile, type Fields, type ReceivedPhoto } from './multipart-upload.js'
import type { AssetService } from './service.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** An upload that is stored, but not confirmed yet. */
    unconfirmedUpload: UploadResult | null
  }
}

/** Serves files of the local storage by signed URLs below `storagePath`. Other storages serve their files themselves. */
export const fileRoutes: FastifyPluginAsync<{ download: DownloadOptions | undefined }> = async (
  app,
  { download },
) => {
  handleErrors(app, storageShape)
  handleNotFound(app, storageShape)
  if (download) await app.register(downloadRoutes, download)
}

export interface UploadOptions {
  incoming: IncomingFolder
  /** In bytes. */
  maxFileSize: number
  /** In milliseconds. */
  urlLifetime: number
  urlOf: AssetService['urlOf']
  /** Counts one unit per megabyte or part of one. */
  rateLimit: UploadRateLimit
  meter: Meter
}

interface UploadResult {
  id: string
  file: StoredFile
  /** The time from which the lifetime of the signed URL is counted; by default the time of the upload. */
  issuedAt?: Date
  /** Additional fields of the response. */
  extraFields?: object
  /** Called right before the response is written. */
  confirm?(): void
}

interface UploadRoute extends UploadOptions {
  /** Relative to `storagePath`. */
  path: string
  schema: {
    operationId: string
    summary: string
    description: string
    /** The fields of the form except the file. */
    form: TProperties
    response: TObject
    /** Errors in addition to those of all uploads. */
    errors?: readonly ErrorCode[]
  }
  assetContext: string
  /** What a personal access token must permit; undefined if none may be used. */
  tokenScopes?: readonly TokenScope[]
  /** The maximum size of a field, in bytes. */
  fieldSize?: number
  /** Called before the body is read. */
  assertAllowed?(viewer: Viewer): Promise<void>
  store(
    userId: string,
    photo: ReceivedPhoto,
    fields: Fields,
    deadline: Deadline | undefined,
  ): Promise<UploadResult>
}

const fileSchema = Type.String({
  format: 'binary',
  description:
    'JPEG, PNG, WebP, GIF, HEIC or HEIF image. Media type and file extension must match the content.',
})

/** The fields in the response of every upload. @param key the description of the file key */
export const uploadedFields = (key: string) => ({
  fileKey: Type.String({ description: key }),
  uploadUrl: Type.String({ description: 'Signed URL of the stored photo.' }),
  fileName: Type.String({ description: 'Name of the uploaded file.' }),
  contentType: Type.String({ description: 'Media type.' }),
  size: Type.Integer({ description: 'Size of the stored file, in bytes.' }),
  assetId: Type.String({ description: 'Identifier of the photo.' }),
  uploadedAt: Type.String({ description: 'Timestamp in ISO 8601, in UTC with milliseconds.' }),
  expiresAt: Type.String({ description: 'When uploadUrl expires.' }),
})

export async function uploadRoute(app: FastifyInstance, route: UploadRoute): Promise<void> {
  await app.register(
    async scope => {
      handleErrors(scope, storageShape)
      await scope.register(multipart, { throwFileSizeLimit: false })
      scope.decorateRequest('unconfirmedUpload', null)
      addRoute(scope, route)
    },
    { prefix: storagePath },
  )
}

function addRoute(app: FastifyInstance, route: UploadRoute): void {
  const { incoming, maxFileSize, urlLifetime, urlOf, rateLimit, assetContext, fieldSize, meter } = route
  app.post(
    route.path,
    {
      ...(route.tokenScopes && { config: { tokenScopes: route.tokenScopes } }),
      onRequest: [requireAuthentication, assertMultipartForm],
      onSend: confirmUpload,
      // Compression would delay the response after the confirmation.
      compress: false,
      schema: schemaOf(route.schema),
      validatorCompiler: acceptAll,
    },
    async (request, reply) => {
      const viewer = authenticatedViewer(request)
      const { id } = viewer
      await route.assertAllowed?.(viewer)
      // Count one unit before the body is read, the rest when the size is known.
      for (const count of await rateLimit.consume(id, 1)) enforceRateLimit(reply, count)
      const limits = { maxFileSize, assetContext, fieldSize }
      const upload = await receiveFile(request, incoming, limits, async (received, fields) => {
        meter.add('fitness_upload_bytes_total', {}, received.size)
        const remainingUnits = Math.ceil(received.size / MiB) - 1
        if (remainingUnits > 0)
          for (const count of await rateLimit.consume(id, remainingUnits, 1)) enforceRateLimit(reply, count)
        return route.store(id, received, fields, request.deadline ?? undefined)
      }).catch((error: unknown) => {
        meter.add('fitness_uploads_total', { outcome: 'rejected' })
        throw error
      })
      meter.add('fitness_uploads_total', { outcome: 'stored' })
      const { uploadedAt, ...file } = upload.file
      const issuedAt = upload.issuedAt ?? uploadedAt
      const uploadUrl = await urlOf({ fileKey: file.fileKey, blurHash: null }, 'ORIGINAL', issuedAt)
      request.unconfirmedUpload = upload
      reply.code(201)
      return {
        success: true,
        data: {
          ...file,
          uploadUrl,
          assetId: upload.id,
          uploadedAt: uploadedAt.toISOString(),
          expiresAt: new Date(issuedAt.getTime() + urlLifetime).toISOString(),
          ...upload.extraFields,
        },
      }
    },
  )
}

/** The last hook: the response is written to the socket in the same turn of the event loop. */
const confirmUpload: onSendHookHandler = (request, _reply, _payload, done) => {
  const { unconfirmedUpload } = request
  // If the confirmation throws, this hook runs again for the error response.
  request.unconfirmedUpload = null
  try {
    unconfirmedUpload?.confirm?.()
    done()
  } catch (error) {
    done(error as Error)
  }
}

const schemaOf = ({ form, response, errors = [], ...schema }: UploadRoute['schema']) => ({
  ...schema,
  tags: ['storage'],
  description: `${schema.description} GPS position and other metadata are removed. Each megabyte or part of one counts as one unit of the upload limits; an upload that exceeds the remaining units is rejected and uses none.`,
  consumes: ['multipart/form-data'],
  body: Type.Object({ file: fileSchema, ...form }),
  security: [{ bearer: [] }],
  response: {
    201: response,
    ...storageErrors(
      'BAD_REQUEST',
      'EMPTY_FILE',
      'UNAUTHENTICATED',
      'TOKEN_EXPIRED',
      'FILE_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'RATE_LIMITED',
      'SERVICE_UNAVAILABLE',
      'DELETION_PENDING',
      ...errors,
    ),
  },
})
