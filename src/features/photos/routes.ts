import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { IncomingFolder } from '../../platform/files/incoming.js'
import { authenticated, demandViewer } from '../../http/authentication.js'
import { answerErrors, answerUnknown, storageErrors, storageShape } from '../../http/errors.js'
import { enforce } from '../../http/limits.js'
import { MiB } from '../../lib/quantities.js'
import type { Allowance } from './allowance.js'
import { downloadRoutes, notChecked, type DownloadOptions } from './download.js'
import { demandForm, receivePhoto } from './receive.js'
import type { PhotoService } from './service.js'

interface Options {
  photos: PhotoService
  incoming: IncomingFolder
  /** In bytes. */
  maxFileSize: number
  /** In milliseconds. */
  urlLifetime: number
  /** A unit for every megabyte begun. */
  uploads: Allowance
  /** What signed URLs of the local storage give; not there with another storage. */
  download: DownloadOptions | undefined
}

const UploadForm = Type.Object({
  file: Type.String({
    format: 'binary',
    description: 'JPEG, PNG, WebP, GIF, HEIC or HEIF, with the media type and a file name that say the same.',
  }),
  assetContext: Type.Optional(
    Type.Enum(['PROFILE_PICTURE'], { description: 'What the file is for.', default: 'PROFILE_PICTURE' }),
  ),
})

const UploadAnswer = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Object({
      fileKey: Type.String({ description: 'users/<user id>/profile-picture/<uuid>.<extension>' }),
      uploadUrl: Type.String({ description: 'Signed URL of the stored photo.' }),
      fileName: Type.String({ description: 'Name of the uploaded file.' }),
      contentType: Type.String({ description: 'Media type.' }),
      size: Type.Integer({ description: 'Stored size in bytes.' }),
      assetId: Type.String({ description: 'Identifier of the photo.' }),
      uploadedAt: Type.String({ description: 'ISO 8601 in UTC with milliseconds.' }),
      expiresAt: Type.String({ description: 'When uploadUrl expires.' }),
    }),
  },
  { title: 'UploadedPhoto', description: 'The photo is stored.' },
)

/** Below `storageAddress`: upload of profile photos and download by signed URLs. */
export const storageRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { photos, incoming, maxFileSize, urlLifetime, uploads, download } = options
  answerErrors(app, storageShape)
  answerUnknown(app, storageShape)
  await app.register(multipart, { throwFileSizeLimit: false })
  if (download) await app.register(downloadRoutes, download)

  app.post(
    '/profile-photo/upload',
    {
      onRequest: [demandViewer, demandForm],
      schema: {
        tags: ['storage'],
        operationId: 'uploadProfilePhoto',
        summary: 'Upload a profile photo',
        description:
          'Position data and other metadata are removed. Costs one unit of the upload limits for each megabyte begun; where that is more than is left, none.',
        consumes: ['multipart/form-data'],
        body: UploadForm,
        security: [{ bearer: [] }],
        response: {
          201: UploadAnswer,
          ...storageErrors(
            ...(['BAD_REQUEST', 'EMPTY_FILE', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'FILE_TOO_LARGE'] as const),
            ...(['UNSUPPORTED_MEDIA_TYPE', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'] as const),
          ),
        },
      },
      validatorCompiler: notChecked,
    },
    async (request, reply) => {
      const { id } = authenticated(request)
      // One unit before anything is read, the rest when the size is known.
      for (const count of await uploads.take(id, 1)) enforce(reply, count)
      const photo = await receivePhoto(request, incoming, maxFileSize, async received => {
        const more = Math.ceil(received.size / MiB) - 1
        if (more > 0) for (const count of await uploads.take(id, more, 1)) enforce(reply, count)
        return photos.upload(id, received, request.deadline ?? undefined)
      })
      const { uploadedAt, fileKey, fileName, contentType, size } = photo
      return reply.code(201).send({
        success: true,
        data: {
          fileKey,
          uploadUrl: await photos.urlOf(fileKey, uploadedAt),
          fileName,
          contentType,
          size,
          assetId: photo.id,
          uploadedAt: uploadedAt.toISOString(),
          expiresAt: new Date(uploadedAt.getTime() + urlLifetime).toISOString(),
        },
      })
    },
  )
}
