import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyPluginAsync, onSendHookHandler } from 'fastify'
import { Type, type TObject, type TProperties } from 'typebox'
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
import { downloadRoutes, notChecked, type DownloadOptions } from './download.js'
import type { StoredFile } from './models.js'
import { assertMultipartForm, receivePhoto, type Fields, type ReceivedPhoto } from './multipart-upload.js'
import type { AssetService } from './service.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** What was taken in, until the answer says so. */
    taken: UploadResult | null
  }
}

/** Download by signed URLs, below `storagePath`; another storage serves its own. */
export const fileRoutes: FastifyPluginAsync<{ download: DownloadOptions | undefined }> = async (
  app,
  { download },
) => {
  handleErrors(app, storageShape)
  handleNotFound(app, storageShape)
  if (download) await app.register(downloadRoutes, download)
}

/** What every upload of images needs. */
export interface UploadOptions {
  incoming: IncomingFolder
  /** In bytes. */
  maxFileSize: number
  /** In milliseconds. */
  urlLifetime: number
  urlOf: AssetService['urlOf']
  /** A unit for every megabyte begun. */
  rateLimit: UploadRateLimit
  meter: Meter
}

/** A photo that was taken in. */
export interface UploadResult {
  id: string
  file: StoredFile
  /** From when on its signed URL is valid; the moment of the upload where nothing is said. */
  issuedAt?: Date
  /** What the answer tells beside the file. */
  extraFields?: object
  /** The last step before the answer; nothing comes between them. */
  confirm?(): void
}

interface UploadRoute extends UploadOptions {
  /** Below `storagePath`. */
  path: string
  schema: {
    operationId: string
    summary: string
    description: string
    /** Fields of the form beside the file. */
    form: TProperties
    answer: TObject
    /** Errors of its own. */
    errors?: readonly ErrorCode[]
  }
  assetContext: string
  /** Of the longest field, in bytes. */
  fieldSize?: number
  /** Refuses before anything is read. */
  assertAllowed?(userId: string): Promise<void>
  store(
    userId: string,
    photo: ReceivedPhoto,
    fields: Fields,
    deadline: Deadline | undefined,
  ): Promise<UploadResult>
}

const file = Type.String({
  format: 'binary',
  description:
    'JPEG, PNG, WebP, GIF, HEIC or HEIF image. Media type and file extension must match the content.',
})

/** What is told of every photo that was uploaded to a key. */
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

/** A route that takes one image of its caller in. */
export async function uploadRoute(app: FastifyInstance, route: UploadRoute): Promise<void> {
  await app.register(
    async scope => {
      handleErrors(scope, storageShape)
      await scope.register(multipart, { throwFileSizeLimit: false })
      scope.decorateRequest('taken', null)
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
      onRequest: [requireAuthentication, assertMultipartForm],
      onSend: confirmTaken,
      // It would come between the confirmation and the answer.
      compress: false,
      schema: schemaOf(route.schema),
      validatorCompiler: notChecked,
    },
    async (request, reply) => {
      const { id } = authenticatedViewer(request)
      await route.assertAllowed?.(id)
      // One unit before anything is read, the rest when the size is known.
      for (const count of await rateLimit.take(id, 1)) enforceRateLimit(reply, count)
      const limits = { maxFileSize, assetContext, fieldSize }
      const taken = await receivePhoto(request, incoming, limits, async (received, fields) => {
        meter.add('fitness_upload_bytes_total', {}, received.size)
        const more = Math.ceil(received.size / MiB) - 1
        if (more > 0) for (const count of await rateLimit.take(id, more, 1)) enforceRateLimit(reply, count)
        return route.store(id, received, fields, request.deadline ?? undefined)
      }).catch((error: unknown) => {
        meter.add('fitness_uploads_total', { outcome: 'refused' })
        throw error
      })
      meter.add('fitness_uploads_total', { outcome: 'stored' })
      const { uploadedAt, ...told } = taken.file
      const issuedAt = taken.issuedAt ?? uploadedAt
      const uploadUrl = await urlOf({ fileKey: told.fileKey, blurHash: null }, 'ORIGINAL', issuedAt)
      request.taken = taken
      reply.code(201)
      return {
        success: true,
        data: {
          ...told,
          uploadUrl,
          assetId: taken.id,
          uploadedAt: uploadedAt.toISOString(),
          expiresAt: new Date(issuedAt.getTime() + urlLifetime).toISOString(),
          ...taken.extraFields,
        },
      }
    },
  )
}

/** The last of the hooks: what follows is written to the socket at once. */
const confirmTaken: onSendHookHandler = (request, _reply, _payload, done) => {
  const { taken } = request
  // Where it throws, another answer comes by here.
  request.taken = null
  try {
    taken?.confirm?.()
    done()
  } catch (error) {
    done(error as Error)
  }
}

const schemaOf = ({ form, answer, errors = [], ...schema }: UploadRoute['schema']) => ({
  ...schema,
  tags: ['storage'],
  description: `${schema.description} GPS position and other metadata are removed. Each megabyte or part of one counts as one unit of the upload limits; an upload that exceeds the remaining units is refused and uses none.`,
  consumes: ['multipart/form-data'],
  body: Type.Object({ file, ...form }),
  security: [{ bearer: [] }],
  response: {
    201: answer,
    ...storageErrors(
      ...(['BAD_REQUEST', 'EMPTY_FILE', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FILE_TOO_LARGE'] as const),
      ...(['UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'DELETION_PENDING'] as const),
      ...errors,
    ),
  },
})
