import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { uploadedFields, uploadRoute, type UploadOptions } from '../assets/routes.js'
import type { PhotoService } from './service.js'

const UploadResponse = Type.Object(
  {
    success: Type.Literal(true, { description: 'Always true.' }),
    data: Type.Object(uploadedFields('users/<user id>/profile-picture/<uuid>.<extension>')),
  },
  { title: 'UploadedPhoto', description: 'The photo is stored.' },
)

const schema = {
  operationId: 'uploadProfilePhoto',
  summary: 'Upload a profile photo',
  description: 'Smaller sizes are generated after the response.',
  form: {
    assetContext: Type.Optional(
      Type.Enum(['PROFILE_PICTURE'], { description: 'Purpose of the file.', default: 'PROFILE_PICTURE' }),
    ),
  },
  response: UploadResponse,
}

export const photoRoutes = (photos: PhotoService, uploads: UploadOptions) => (app: FastifyInstance) =>
  uploadRoute(app, {
    ...uploads,
    path: '/profile-photo/upload',
    assetContext: 'PROFILE_PICTURE',
    tokenScopes: ['photos:write'],
    schema,
    async store(userId, received, _fields, deadline) {
      const { photo, confirm } = await photos.upload(userId, received, deadline)
      const { id, fileKey, fileName, contentType, size, uploadedAt } = photo
      return {
        id,
        file: { fileKey, fileName, contentType, size, uploadedAt },
        confirm,
      }
    },
  })
